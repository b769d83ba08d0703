// What the scripts beside this file share: the REST API as the demo service sees it.
import { readFileSync } from 'node:fs';

export const state = process.env.GATEHOUSE_STATE;
export const url = process.env.GATEHOUSE_URL;

const realm = async () => {
  const away = await fetch(`${url}/signin`, { redirect: 'manual' });
  return new URL(away.headers.get('location')).href.replace(/\/protocol\/.*/, '');
};

let token = { value: '', until: 0 };

async function bearer() {
  if (Date.now() > token.until) {
    const answer = await fetch(`${await realm()}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('demo-service:demo-service-demo-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    token = { value: (await answer.json()).access_token, until: Date.now() + 60_000 };
  }
  return token.value;
}

/** The answer to a call; throws with the problem when it is refused. */
export async function call(path, body) {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${await bearer()}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

export const submit = (script, args = []) => call('/jobs', { script, args });
export const job = (id) => call(`/jobs/${id}`);
export const log = (id) => call(`/jobs/${id}/log`);
export const ended = (state) => !['HELD', 'PENDING', 'STARTING', 'RUNNING', 'COMPLETING'].includes(state);

/** Waits for a condition with a deadline; calls that fail meanwhile are tried again. */
export async function until(what, condition, seconds = 120) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    let value, fault = '';
    try {
      value = await condition();
    } catch (e) {
      fault = ` (${e.message})`;
    }
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`it did not happen in ${seconds} s: ${what}${fault}`);
    await new Promise((done) => setTimeout(done, 200));
  }
}

export const whenEnded = (id, seconds) =>
  until(`job ${id} ends`, async () => {
    const now = await job(id);
    return ended(now.state) ? now : undefined;
  }, seconds);

/** The process of a part, as the launcher wrote it down. */
export const pidOf = (part) => Number(readFileSync(`${state}/run/${part}.pid`, 'utf8').split(' ')[0]);

let failed = 0;

export function check(good, what) {
  console.log(`${good ? 'ok     ' : 'FAILED '} ${what}`);
  if (!good) failed++;
}

export function finish() {
  process.exit(failed === 0 ? 0 : 1);
}
