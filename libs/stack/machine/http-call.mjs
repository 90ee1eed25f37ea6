// @ts-check

/**
 * @typedef {object} HttpCall
 * @property {string} [method] GET without a body and POST with one, if not given
 * @property {string | undefined} [token] of a session
 * @property {unknown} [json]
 * @property {FormData | undefined} [form] sent instead of JSON
 * @property {Record<string, string>} [headers]
 * @property {number} [timeoutMs]
 */

/** @typedef {{ status: number, body: any }} HttpResponse */

/**
 * Sends one request and reads the response as JSON; of any other text the body is `{ error: its beginning }`.
 * @param {string} url
 * @param {HttpCall} [call]
 * @returns {Promise<HttpResponse>}
 * @throws Error without a whole response in time, with the method and the address
 */
export async function callHttp(url, { json, form, token, headers = {}, timeoutMs = 20_000, ...call } = {}) {
  const body = json === undefined ? form : JSON.stringify(json);
  const { method = body === undefined ? 'GET' : 'POST' } = call;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  } catch (error) {
    throw new Error(`${method} ${url}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { error: text.slice(0, 200) };
  }
}
