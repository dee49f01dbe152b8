// Standard input: the runner learns when a cell is about to wait for it.
#ifndef INPUT_H
#define INPUT_H

#pragma GCC visibility push(hidden)
void beginInput(void);
#pragma GCC visibility pop
#endif
