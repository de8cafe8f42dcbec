#include <zlib.h>

// Swift does not see macros of calls. 16 above the window asks for gzip's frame, which holds no time here.
static inline int vigia_gzip_init(z_stream *stream) {
  return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}
