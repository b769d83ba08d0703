import { LOCAL_PROBLEM, ProblemError, problemOf } from './problem';

const CSRF_HEADER = 'X-Gatehouse-CSRF';

let csrfToken: string | null = null;
const signedOutListeners = new Set<() => void>();

/** The token that `/me` gave; it travels with each call that changes something. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** Told whenever a call is answered 401: the session is over, what is typed is not. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => {
    signedOutListeners.delete(listener);
  };
}

interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  json?: unknown;
  signal?: AbortSignal | undefined;
}

export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const method = options.method ?? 'GET';
  const headers: Record<string, string> = { Accept: 'application/json, application/problem+json' };
  if (options.json !== undefined) headers['Content-Type'] = 'application/json';
  if (method !== 'GET' && csrfToken !== null) headers[CSRF_HEADER] = csrfToken;

  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ProblemError({ type: LOCAL_PROBLEM.unreachable, title: 'Unreachable', status: 0 });
  }
  if (response.ok) return response;
  if (response.status === 401) signedOutListeners.forEach((listener) => listener());
  throw await problemOf(response);
}

export async function callJson<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await call(path, options);
  try {
    return (await response.json()) as T;
  } catch {
    throw new ProblemError({
      type: LOCAL_PROBLEM.notAProblem,
      title: 'Unexpected answer',
      status: response.status,
    });
  }
}
