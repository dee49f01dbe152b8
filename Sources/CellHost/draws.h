// Clocks and randomness: what was drawn is recorded, and a rebuild is given it again.
#ifndef DRAWS_H
#define DRAWS_H

#pragma GCC visibility push(hidden)
// A new unit begins to draw from what the runner gave.
void beginDraws(void);
// Finds out where libdispatch lies: its deadlines need the real clock.
void findDispatch(void);
#pragma GCC visibility pop
#endif
