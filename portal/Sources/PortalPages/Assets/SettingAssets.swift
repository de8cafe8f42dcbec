extension StyleSheet {
  /// Forms of many fields.
  static let settings = """
    fieldset{border:0;margin:.75rem 0 0;padding:0;min-width:0}
    legend{font-weight:600;padding:0;margin:0 0 .25rem}
    .boxes{display:flex;flex-wrap:wrap;gap:.2rem 1.25rem}
    .box{display:flex;align-items:center;gap:.6rem;min-height:44px;margin:0;font-weight:400}
    .box input{flex:none;width:2.45rem;height:2.45rem;min-height:44px;margin:0;accent-color:var(--brand)}
    select{max-width:100%;text-overflow:ellipsis}
    .change{border-left:.35rem solid var(--line);padding-left:.8rem!important}
    .change.known{border-left-color:var(--good)}.change.ended{border-left-color:var(--warn)}
    .turn [aria-current]{background:var(--brand);color:var(--onbrand)}
    .rows a+a{margin-left:1.25rem}
    .taps{cursor:crosshair}
    ol.rows{counter-reset:row}
    .photo{display:inline-block;max-width:min(12rem,100%);max-height:12rem;border-radius:.7rem;vertical-align:middle}
    .rows .photo,.state .photo,.card.open .photo,dd .photo{width:4.5rem;height:4.5rem;object-fit:cover}
    input[type=file]{height:auto}
    form>button+button{margin-left:0}

    """
}

extension PortalScript {
  /// The perimeter by a tap, with a slider and the circle as it would be.
  static let perimeter = #"""
    // Nothing counts before the form is sent: plan and map only show what its fields say.
    const circleForm = byId('perimeter');
    if (circleForm) {
      const field = (name) => byId(`perimeter-${name}`);
      const [lat, lon, radius] = ['lat', 'lon', 'radius'].map(field);
      const slider = document.createElement('input');
      Object.assign(slider, {type: 'range', min: 100, max: 1000, step: 10, value: radius.value, id: 'radius-slider'});
      slider.setAttribute('aria-label', document.querySelector(`label[for=${radius.id}]`).textContent);
      radius.after(slider);
      const plans = byId('plans');
      const number = (text) => Number(String(text).trim().replace(',', '.'));
      function preview() {
        const at = [number(lat.value), number(lon.value), number(radius.value)];
        if (!plans || !at.every(Number.isFinite) || !lat.value || !lon.value) return;
        plans.dataset.home = `${at[0]} ${at[1]}`;
        plans.dataset.radius = String(at[2]);
        for (const svg of plans.querySelectorAll('svg[data-projection]')) {
          const [north, east, x, y, perEast, perNorth, scale] = svg.dataset.projection.split(' ').map(Number);
          const way = ((at[1] - east + 540) % 360 + 360) % 360 - 180;
          const spot = [x + way * perEast, y - (at[0] - north) * perNorth];
          const circle = svg.querySelector('.perimeter');
          const house = svg.querySelector('.house');
          if (circle) {
            circle.setAttribute('cx', spot[0]);
            circle.setAttribute('cy', spot[1]);
            circle.setAttribute('r', Math.max(at[2], 0) * scale);
          }
          if (house) house.setAttribute('transform', `translate(${spot[0] - x} ${spot[1] - y})`);
        }
        document.dispatchEvent(new Event('portal:moment'));
      }
      function move(north, east) {
        lat.value = north.toFixed(6);
        lon.value = (((east + 540) % 360 + 360) % 360 - 180).toFixed(6);
        preview();
      }
      slider.addEventListener('input', () => { radius.value = slider.value; preview(); });
      for (const input of [lat, lon, radius]) {
        input.addEventListener('input', () => { slider.value = radius.value; preview(); });
      }
      if (plans) {
        byId('tap').hidden = false;
        plans.classList.add('taps');
        plans.addEventListener('click', (event) => {
          const svg = event.target.closest('svg[data-projection]');
          if (!svg) return;
          const box = svg.getBoundingClientRect();
          const by = svg.viewBox.baseVal.width / box.width;
          const [north, east, x, y, perEast, perNorth] = svg.dataset.projection.split(' ').map(Number);
          move(north - ((event.clientY - box.top) * by - y) / perNorth, east + ((event.clientX - box.left) * by - x) / perEast);
        });
        document.addEventListener('portal:tap', ({detail}) => move(detail.lat, detail.lng));
        document.addEventListener('portal:changed', preview);
      }
      preview();
    }

    """#
}
