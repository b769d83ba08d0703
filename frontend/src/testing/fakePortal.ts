import { vi } from 'vitest';

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  json: unknown;
  headers: Headers;
}

type Answer = (asked: Asked) => Response | Promise<Response>;

export const answer = (body: unknown, status = 200) => Response.json(body, { status });

export const problem = (status: number, type: string, extra: object = {}) =>
  new Response(JSON.stringify({ type, title: type, status, ...extra }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });

/** Stands in for the portal's REST: answers by method and path, and remembers what was asked. */
export class FakePortal {
  readonly asked: Asked[] = [];
  private readonly answers = new Map<string, Answer>();

  constructor() {
    vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => this.fetch(input, init));
  }

  on(call: string, how: Answer): this {
    this.answers.set(call, how);
    return this;
  }

  times(call: string): number {
    return this.asked.filter(({ method, path }) => `${method} ${path}` === call).length;
  }

  private async fetch(input: string, init: RequestInit): Promise<Response> {
    const url = new URL(input, 'http://portal.test');
    const asked: Asked = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      json: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      headers: new Headers(init.headers),
    };
    this.asked.push(asked);
    const how = this.answers.get(`${asked.method} ${asked.path}`);
    return how === undefined ? problem(404, '/problems/not-found') : how(asked);
  }
}
