import { expect, test } from '@playwright/test';
import { service } from './keycloak';
import { problem, type Caller, type ScriptProblem } from './rest';

let caller: Caller;

test.beforeEach(async ({ request }) => {
  caller = await service(request);
});

const REFUSED = [
  { what: 'a blank before #!', script: '  #!/bin/bash\nhostname\n', line: 1, words: /2 blanks/ },
  {
    what: 'an option without dashes',
    script: '#!/bin/bash\n#SBATCH partition=x\nhostname\n',
    line: 2,
    words: /--partition=x/,
  },
  {
    what: 'a time with a unit',
    script: '#!/bin/bash\n#SBATCH --time=30m\nhostname\n',
    line: 2,
    words: /00:30:00/,
  },
  {
    what: 'an array that ends before it begins',
    script: '#!/bin/bash\n#SBATCH --array=5-1\nhostname\n',
    line: 2,
    words: /1-5/,
  },
  {
    what: 'what this pool does not honour',
    script: '#!/bin/bash\n#SBATCH --licenses=matlab\nhostname\n',
    line: 2,
    words: /not yet/,
  },
];

for (const { what, script, line, words } of REFUSED) {
  test(`${what} is refused with line, reason and hint, and nothing is created`, async () => {
    const before = await caller.jobs();
    const refusal = (await problem(await caller.post('/jobs', { script }), 422)) as ScriptProblem;
    expect(refusal.type).toBe('/problems/script-refused');
    expect(refusal.verdict?.accepted).toBe(false);
    const error = refusal.verdict?.findings.find((finding) => finding.severity === 'ERROR');
    expect(error?.line).toBe(line);
    expect(error?.message).toBeTruthy();
    expect(error?.hint).toBeTruthy();
    expect(`${error?.message ?? ''} ${error?.hint ?? ''}`).toMatch(words);
    expect(await caller.jobs()).toBe(before);
  });
}

test('a script from Windows is accepted with a notice, kept as it was sent, and runs', async () => {
  const script =
    '#!/bin/bash\r\n#SBATCH --job-name=crlf\r\nx="ä"\r\nprintf "%s" "$x" | od -An -tx1\r\n';
  const id = await caller.submit(script);
  const job = await caller.ended(id);
  expect(job.state).toBe('COMPLETED');
  expect(job.name).toBe('crlf');
  expect(job.notices.map((notice) => notice.message).join()).toMatch(/line ends|CR|Windows/);
  const stored = await (await caller.get(`/jobs/${id}/script`)).body();
  expect(stored.equals(Buffer.from(script))).toBe(true);
  const log = await (await caller.get(`/jobs/${id}/log`)).text();
  expect(log.trim()).toBe('c3 a4');
});

const SCRIPT = '#!/bin/bash\nhostname\n';
const BODIES = [
  { what: 'a field that nobody reads', body: { script: SCRIPT, nmae: 'x' }, field: 'nmae' },
  { what: 'no script', body: {}, field: 'script' },
  { what: 'a script that is a number', body: { script: 5 }, field: 'script' },
  { what: 'a script that is null', body: { script: null }, field: 'script' },
  { what: 'a name that is a list', body: { script: SCRIPT, fileName: ['x'] }, field: 'fileName' },
  { what: 'arguments that are a text', body: { script: SCRIPT, args: 'x' }, field: 'args' },
  { what: 'an argument that is a number', body: { script: SCRIPT, args: [1] }, field: 'args' },
  { what: 'options that are a list', body: { script: SCRIPT, options: [] }, field: 'options' },
  {
    what: 'an option that is a number',
    body: { script: SCRIPT, options: { time: 5 } },
    field: 'options',
  },
  { what: 'a pool that is not there', body: { script: SCRIPT, pool: 'mars' }, field: 'pool' },
];

test('a body that is wrong is answered with the field, and nothing is created', async () => {
  const before = await caller.jobs();
  for (const { what, body, field } of BODIES) {
    await test.step(what, async () => {
      for (const path of ['/jobs', '/scripts/read']) {
        const refusal = await problem(await caller.post(path, body), 400);
        expect(refusal.field).toBe(field);
        expect(refusal.detail).toContain(what.includes('pool') ? 'mars' : field);
      }
    });
  }
  expect(await caller.jobs()).toBe(before);
});

test('what is no JSON object is refused as malformed', async () => {
  for (const body of ['{', '[]', '"text"', '{"script":"a"} {"script":"b"}', '[[[[[[[[[[', 'x']) {
    await test.step(body, async () => {
      expect((await problem(await caller.post('/jobs', body), 400)).type).toBe(
        '/problems/bad-request',
      );
    });
  }
  await problem(await caller.post('/jobs', '{}', { 'Content-Type': 'text/plain' }), 415);
});

test('a question that is wrong is answered with the parameter', async () => {
  const questions: [string, string][] = [
    ['cursor=abc', 'cursor'],
    ['cursor=-1', 'cursor'],
    ['cursor=99999999999999999999', 'cursor'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=ten', 'limit'],
    ['state=RUNNING,SLEEPING', 'state'],
    ['scope=everybody', 'scope'],
    ['team=/vision', 'team'],
  ];
  for (const [question, field] of questions) {
    await test.step(question, async () => {
      expect((await problem(await caller.get(`/jobs?${question}`), 400)).field).toBe(field);
    });
  }
  expect((await caller.get('/jobs?state=running,COMPLETED&limit=200&scope=all')).status()).toBe(
    200,
  );
});

test('what is too large is refused with the limit', async () => {
  const before = await caller.jobs();
  const mega = 1024 * 1024;
  const body = await problem(await caller.post('/jobs', { script: 'x'.repeat(3 * mega) }), 413);
  expect(body.detail).toContain('2 MB');
  const script = SCRIPT + '#'.repeat(mega);
  const refusal = (await problem(await caller.post('/jobs', { script }), 422)) as ScriptProblem;
  expect(refusal.verdict?.findings.map((finding) => finding.message).join()).toMatch(/1 MB|1 MiB/);
  expect(await caller.jobs()).toBe(before);
});

test('a job that nobody has is missing, whatever its number looks like', async () => {
  for (const id of ['999999999999', '0', '-1', 'abc', '1e3', '99999999999999999999', '..%2fme']) {
    await test.step(id, async () => {
      expect((await problem(await caller.get(`/jobs/${id}`), 404)).type).toBe(
        '/problems/not-found',
      );
    });
  }
});

test('pages of a list hold every job once, newest first', async () => {
  const ids = [];
  for (let i = 0; i < 3; i++) {
    ids.push(await caller.submit('#!/bin/bash\ntrue\n'));
  }
  const seen: number[] = [];
  let cursor: string | null | undefined = '';
  while (cursor != null && seen.length < 3) {
    const answer = await caller.get(`/jobs?limit=1${cursor ? `&cursor=${cursor}` : ''}`);
    const page = (await answer.json()) as { items: { id: number }[]; next?: string | null };
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  }
  expect(seen).toEqual(ids.reverse());
});
