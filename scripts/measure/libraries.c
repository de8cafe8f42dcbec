/* Initialises the libraries of the device as it does, and waits: what their memory alone comes to. */
#include <alsa/asoundlib.h>
#include <curl/curl.h>
#include <expat.h>
#include <gps.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

static struct gps_data_t gps;

int main(int count, char **arguments) {
  if (count != 2) return 2;
  char line[] = "{\"class\":\"TPV\",\"mode\":3,\"lat\":-2.9,\"lon\":-79.0,\"eph\":5.0}";
  if (gps_unpack(line, &gps) != 0) return 1;

  snd_pcm_t *pcm;
  if (snd_pcm_open(&pcm, "null", SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK) < 0) return 1;
  if (snd_pcm_set_params(pcm, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1, 48000, 1,
                         500000) < 0)
    return 1;

  if (curl_global_init(CURL_GLOBAL_ALL) != 0) return 1;
  CURLM *multi = curl_multi_init();
  CURL *easy = curl_easy_init();
  if (!multi || !easy) return 1;
  curl_easy_setopt(easy, CURLOPT_URL, "smtps://localhost");

  XML_Parser parser = XML_ParserCreate(NULL);
  if (!parser || XML_Parse(parser, "<a/>", 4, 1) != XML_STATUS_OK) return 1;

  sqlite3 *database;
  if (sqlite3_open(arguments[1], &database) != SQLITE_OK) return 1;
  if (sqlite3_exec(database, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                             "CREATE TABLE a (b); INSERT INTO a VALUES (1);",
                   NULL, NULL, NULL) != SQLITE_OK)
    return 1;

  puts("ready");
  fflush(stdout);
  pause();
}
