#ifndef CONFINE_H
#define CONFINE_H
#include "CSandbox.h"

// Gives up rights, sets limits and becomes the program. Says to `report` where it failed, and ends.
_Noreturn void becomeConfined(const struct gimbal_confinement *what, int report);

#endif
