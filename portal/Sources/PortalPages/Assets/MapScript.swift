extension PortalScript {
  /// The map over our plan, by Leaflet.
  static let map = #"""
    // The map stands over our plan, and gives way to it when no tile comes.
    const ground = byId('ground');
    if (ground && ground.dataset.tiles && window.L) {
      const plans = byId('plans');
      const box = document.createElement('div');
      box.className = 'map';
      box.id = 'map';
      box.setAttribute('role', 'region');
      box.setAttribute('aria-label', ground.dataset.label);
      const row = document.createElement('p');
      const turn = document.createElement('button');
      turn.type = 'button';
      turn.className = 'plain';
      const failed = document.createElement('p');
      failed.setAttribute('role', 'status');
      row.append(turn);
      plans.after(box, row, failed);

      // Leaflet would give a dropped tile a data: address, which the page's policy forbids.
      L.TileLayer.include({_abortLoading() {
        for (const key of Object.keys(this._tiles)) {
          if (this._tiles[key].coords.z === this._tileZoom) continue;
          const tile = this._tiles[key].el;
          tile.onload = tile.onerror = null;
          if (!tile.complete) { tile.remove(); delete this._tiles[key]; }
        }
      }});

      const map = L.map(box, {zoomControl: false, zoomAnimation: false, fadeAnimation: false,
        markerZoomAnimation: false});
      map.attributionControl.setPrefix(false);
      L.control.zoom({zoomInTitle: ground.dataset.zoomIn, zoomOutTitle: ground.dataset.zoomOut}).addTo(map);
      const text = document.createElement('span');
      text.textContent = ground.dataset.attribution;
      let came = 0;
      const tiles = L.tileLayer(ground.dataset.tiles,
        {maxZoom: 19, maxNativeZoom: Number(ground.dataset.deepest), attribution: text.innerHTML, keyboard: true});
      tiles.on('tileload', () => { came += 1; failed.textContent = ''; });
      tiles.on('tileerror', () => {
        if (came) return;
        show(false);
        row.hidden = true;
        failed.textContent = ground.dataset.failed;
      });
      const layer = L.layerGroup();

      // The words stand above the mark, or below it, and inside the map.
      let settled = () => {};
      function settle(spot, label) {
        settled = () => {
          const at = map.latLngToContainerPoint(spot);
          const half = label.offsetWidth / 2 + 4;
          const x = Math.min(Math.max(at.x, half), map.getSize().x - half) - at.x;
          const y = at.y < label.offsetHeight + 20 ? 16 : -label.offsetHeight - 16;
          label.style.transform = `translate(${x + 4 - half}px, ${y}px)`;
        };
        if (map.hasLayer(layer)) settled();
      }
      map.on('move zoomend resize', () => settled());

      const numbers = (text) => (text || '').trim().split(/\s+/).map(Number);
      function draw() {
        layer.clearLayers();
        const data = plans.dataset;
        const bounds = L.latLngBounds([]);
        if (data.home) {
          const home = numbers(data.home);
          L.circleMarker(home, {radius: 7, className: 'map-home', interactive: false}).addTo(layer);
          bounds.extend(home);
          if (data.radius) {
            L.circle(home, {radius: Number(data.radius), className: 'map-perimeter', dashArray: '6 4', weight: 2,
              interactive: false}).addTo(layer);
            bounds.extend(L.latLng(home).toBounds(2 * Number(data.radius)));
          }
        }
        const trail = data.trail ? data.trail.split(';').map(numbers) : [];
        if (trail.length > 1) {
          L.polyline(trail, {className: 'map-trail', dashArray: '1 7', weight: 3, interactive: false}).addTo(layer);
        }
        if (data.place) {
          const [north, east, reach] = numbers(data.place);
          const spot = [north, east];
          if (reach) L.circle(spot, {radius: reach, className: 'map-reach', weight: 2, interactive: false}).addTo(layer);
          L.circleMarker(spot, {radius: 9, className: 'map-spot', weight: 3, interactive: false}).addTo(layer);
          const label = document.createElement('span');
          label.className = `place-label ${data.at ? fade(Number(data.at)) : 'old'}`;
          if (data.at) label.dataset.fade = data.at;
          label.append(data.accuracy);
          if (data.at) {
            const old = document.createElement('span');
            old.dataset.age = data.at;
            old.textContent = age(Number(data.at));
            label.append(document.createElement('br'), old);
          }
          const icon = L.divIcon({className: '', html: label, iconSize: [0, 0]});
          L.marker(spot, {icon, interactive: false, keyboard: false}).addTo(layer);
          settle(spot, label);
          bounds.extend(L.latLng(spot).toBounds(Math.max(120, 2 * (reach || 0))));
        }
        return bounds;
      }

      function show(isMap) {
        box.hidden = !isMap;
        plans.hidden = isMap;
        turn.textContent = isMap ? ground.dataset.showPlan : ground.dataset.showMap;
        const walks = byId('walks');
        if (walks) walks.hidden = isMap;
        if (isMap) map.invalidateSize({animate: false});
      }
      map.on('click', ({latlng}) => document.dispatchEvent(new CustomEvent('portal:tap', {detail: latlng})));
      turn.addEventListener('click', () => show(box.hidden));
      show(true);
      map.fitBounds(draw(), {animate: false, padding: [24, 24], maxZoom: 17});
      layer.addTo(map);
      draw();
      tiles.addTo(map);
      let last = plans.dataset.place;
      document.addEventListener('portal:changed', () => {
        const bounds = draw();
        const spot = plans.dataset.place && numbers(plans.dataset.place).slice(0, 2);
        if (plans.dataset.place !== last && spot && !map.getBounds().contains(spot)) {
          map.fitBounds(bounds, {animate: false, padding: [24, 24], maxZoom: 17});
        }
        last = plans.dataset.place;
      });
      document.addEventListener('portal:moment', draw);
    }

    """#
}
