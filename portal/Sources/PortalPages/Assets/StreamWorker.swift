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
      if (known) port.postMessage({kind: 'open'});
    }

    function open(address) {
      const stream = {source: new EventSource(address), ports: new Set()};
      streams.set(address, stream);
      const tell = (kind, data) => stream.ports.forEach((port) => port.postMessage({kind, data}));
      for (const kind of ['open', 'beat', 'state']) {
        stream.source.addEventListener(kind, (event) => tell(kind, event.data));
      }
      stream.source.onerror = () => {
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
