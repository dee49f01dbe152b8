#pragma once
#include "decimal_numbers.h"
