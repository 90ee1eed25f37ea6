// @ts-check

/**
 * What `make test` plays of the simulation: the segments `breaks.0` and `breaks.1`. `make mutants LIST=simulation`
 * plays the same ones, and demands that they find each bug of its list.
 */
export const [SEED, SEGMENTS] = ['breaks', 2];
