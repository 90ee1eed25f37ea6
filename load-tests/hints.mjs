// @ts-check

/** @type {Record<string, string>} by the count in the results */
const CAUSES = {
  rejected_by_limits:
    'rejected by limits (429): start with LIMITS=load TIMEOUTS=production make up, a cluster with the variables in load-tests/README.md',
  unavailable:
    'answered with 503: a process was away or full, or nginx of a cluster had no more places for one network (load-tests/README.md)',
};

/**
 * Returns why requests of a run may have been rejected, and what helps, a line for each cause that there was.
 * @param {Record<string, number>} results
 */
export const hintsOf = (results) =>
  Object.entries(CAUSES).flatMap(([name, cause]) => (results[name] ? [`  ${results[name]} ${cause}`] : []));
