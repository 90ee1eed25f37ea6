// @ts-check

/** @typedef {{ url: string, token: string | undefined, kind: string }} Asked a request of a journey */
/** @typedef {{ status: number, json: () => unknown }} Response */

/**
 * The hook for `register` of `node:module`: what a journey imports of k6 is this file.
 * @type {import('node:module').ResolveHook}
 */
export const resolve = (name, context, next) =>
  /^k6(\/|$)/.test(name) ? { url: import.meta.url, shortCircuit: true } : next(name, context);

/** What the journeys asked and counted, and what they are answered. */
export const site = {
  /** @type {Asked[]} */
  asked: [],
  /** @type {Record<string, { values: { count: number } }>} in the form in which k6 gives them to handleSummary */
  metrics: {},
  /** @type {(asked: Asked) => Response} */
  respond: () => ({ status: 200, json: () => ({}) }),
};

/**
 * @param {string} url
 * @param {{ headers: { Authorization?: string }, tags: { kind: string } }} params
 */
function ask(url, { headers, tags }) {
  const asked = { url, token: headers.Authorization, kind: tags.kind };
  site.asked.push(asked);
  return site.respond(asked);
}

/** The exports of `k6`, `k6/http`, `k6/execution`, `k6/metrics` and `k6/data` that the journeys use. */
export default {
  get: ask,
  post: (
    /** @type {string} */ url,
    /** @type {string} */ _body,
    /** @type {Parameters<typeof ask>[1]} */ params,
  ) => ask(url, params),
  scenario: { iterationInTest: 0 },
};

/**
 * @param {Response} response
 * @param {Record<string, (response: Response) => boolean>} rules
 */
export const check = (response, rules) => Object.values(rules).every((rule) => rule(response));

export class Counter {
  constructor(/** @type {string} */ name) {
    this.name = name;
  }

  add(/** @type {number} */ value) {
    const metric = (site.metrics[this.name] ??= { values: { count: 0 } });
    metric.values.count += value;
  }
}

export class SharedArray {
  constructor(/** @type {string} */ _name, /** @type {() => unknown[]} */ make) {
    return make();
  }
}
