#pragma once

#include <stddef.h>

struct embedded_file {
  const char *name;
  const unsigned char *bytes;
  size_t size;
};

/// The file that is embedded under this name, ROOM/FILE; NULL where there is none.
const struct embedded_file *embedded_file(const char *name);
