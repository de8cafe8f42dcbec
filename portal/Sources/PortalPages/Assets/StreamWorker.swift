/// The worker that holds the stream of a wearer for all pages of a browser.
enum StreamWorker {
  static let text = #"""
    'use strict';
    const streams = new Map();

    self.onconnect = ({ports: [port]}) => {
      port.onmessage = ({data}) => {
        leave(port);
        if (data.listen) join(port, data.listen);
      };
    };

    function join(port, address) {
      const known = streams.get(address);
      const stream = known || open(address);
      stream.ports.add(port);
      if (known && known.isReady) port.postMessage({kind: 'ready'});
    }

    function open(address) {
      const stream = {source: new EventSource(address), ports: new Set(), isReady: false};
      streams.set(address, stream);
      const tell = (kind, data) => stream.ports.forEach((port) => port.postMessage({kind, data}));
      // The server beats as soon as it listens: from then on nothing is missed.
      stream.source.addEventListener('beat', (event) => {
        if (!stream.isReady) tell('ready');
        stream.isReady = true;
        tell('beat', event.data);
      });
      stream.source.addEventListener('state', () => tell('state'));
      stream.source.onerror = () => {
        stream.isReady = false;
        if (stream.source.readyState !== EventSource.CLOSED) return;
        streams.delete(address);
        tell('closed');
      };
      return stream;
    }

    function leave(port) {
      for (const [address, stream] of streams) {
        if (!stream.ports.delete(port) || stream.ports.size) continue;
        stream.source.close();
        streams.delete(address);
      }
    }

    """#
}
