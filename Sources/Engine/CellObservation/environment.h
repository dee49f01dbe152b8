// What a cell reads of its environment.
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#pragma GCC visibility push(hidden)
// Finds Foundation's own `ProcessInfo.environment`, once the libraries are loaded.
void findEnvironment(void);
#pragma GCC visibility pop
#endif
