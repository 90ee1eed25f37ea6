// @ts-check

/**
 * @typedef {object} Report what is read of Schemathesis' JSON report
 * @property {string} stop_reason `completed` unless time, failures or an outage ended the run
 * @property {{ selected: number, tested: number } | null} operations
 * @property {Record<string, { status: string, skip_reason: string | null }> | null} phases
 */

/**
 * Names what a run did not do of what it was told to: it can stop early and exit with 0.
 * @param {Report} report
 * @param {readonly string[]} phases those asked for
 * @returns {string[]}
 */
export function unfinishedIn({ stop_reason, operations, phases: ran }, phases) {
  const { selected, tested } = operations ?? { selected: 0, tested: 0 };
  return [
    ...(stop_reason === 'completed' ? [] : [`the run ended: ${stop_reason}`]),
    ...(selected > 0 && tested === selected ? [] : [`${tested} of ${selected} operations were tested`]),
    // The description may have no examples.
    ...phases
      .filter((phase) => phase !== 'examples' && ran?.[phase]?.status !== 'success')
      .map((phase) => `${phase}: ${ran?.[phase]?.skip_reason ?? ran?.[phase]?.status ?? 'did not run'}`),
  ];
}
