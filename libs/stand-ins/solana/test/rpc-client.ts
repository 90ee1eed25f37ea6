/** A response from the wire, without a type, for free use in tests. */
export type Json = ReturnType<typeof JSON.parse>;

/** Sends one call. */
export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
  });
}

/** Returns the result of a method. @throws Error with the code and the message of an error */
export async function call<Result = Json>(
  url: string,
  method: string,
  ...params: unknown[]
): Promise<Result> {
  const response = await post(url, { jsonrpc: '2.0', id: 1, method, params });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const { result, error } = (await response.json()) as {
    result: Result;
    error?: { code: number; message: string };
  };
  if (error) throw new Error(`${error.code} ${error.message}`);
  return result;
}
