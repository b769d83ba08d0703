import { expect, test } from '@playwright/test';
import { asPerson, signIn } from './people';
import { byCookie, type Caller } from './rest';
import { heard, listen, readLog } from './sockets';

test('events of an own job come in order, and a second socket gets exactly what it missed', async ({
  browser,
  page,
}) => {
  const alice = await byCookie(browser, 'alice');
  await signIn(page, 'alice');
  const carol = await asPerson(browser, 'carol');
  await listen(page, 'first');
  await listen(carol, 'first');
  const id = await alice.submit('#!/bin/bash\n#SBATCH --account=vision\nsleep 1\n');
  await alice.ended(id);
  const ofJob = async () =>
    (await heard(page, 'first')).filter((event) => event.type === 'job' && event.jobId === id);
  await expect.poll(async () => (await ofJob()).at(-1)?.state).toBe('COMPLETED');

  const first = await heard(page, 'first');
  expect(first[0]?.type).toBe('hello');
  const events = first.slice(1);
  const numbers = events.map(({ seq }) => seq);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  const states = (await ofJob()).map(({ state }) => state);
  expect(states[0]).toBe('PENDING');
  expect(states).toContain('RUNNING');
  expect(new Set((await ofJob()).map(({ mine }) => mine))).toEqual(new Set([true]));

  const since = (await ofJob())[0]?.seq ?? 0;
  await listen(page, 'second', since);
  const missed = events.filter(({ seq }) => seq > since);
  expect(missed.length).toBeGreaterThan(0);
  await expect
    .poll(async () => (await heard(page, 'second')).filter(({ type }) => type !== 'hello').length)
    .toBeGreaterThanOrEqual(missed.length);
  const second = (await heard(page, 'second')).filter(({ type }) => type !== 'hello');
  expect(second.slice(0, missed.length)).toEqual(missed);

  // Carol's own job comes after alice's events: when it is heard, theirs would have been.
  const carols = await byCookie(browser, 'carol');
  const own = await carols.submit('#!/bin/bash\ntrue\n');
  await expect
    .poll(async () => (await heard(carol, 'first')).some(({ jobId }) => jobId === own))
    .toBe(true);
  const hers = (await heard(carol, 'first')).filter(({ type }) => type === 'job');
  expect(new Set(hers.map(({ jobId }) => jobId))).toEqual(new Set([own]));
});

test('a number that is ahead of all events is answered with a reset', async ({ page }) => {
  await signIn(page, 'alice');
  await listen(page, 'ahead', 999_999_999);
  await expect.poll(async () => (await heard(page, 'ahead'))[1]?.type).toBe('reset');
  const [hello, reset] = await heard(page, 'ahead');
  expect(reset?.seq).toBe(hello?.seq);
});

const LOG = `#!/bin/bash
#SBATCH --account=vision
for i in $(seq 1 4000); do printf 'line %d äöü €\\n' "$i"; done
head -c 100000 /dev/urandom
printf 'no line end'
`;

async function whole(caller: Caller, id: number): Promise<Buffer> {
  expect((await caller.ended(id)).state).toBe('COMPLETED');
  return (await caller.get(`/jobs/${id}/log`)).body();
}

test('a log read from the middle goes on byte for byte', async ({ browser, page }) => {
  const alice = await byCookie(browser, 'alice');
  await signIn(page, 'alice');
  const id = await alice.submit(LOG);
  const log = await whole(alice, id);
  expect(log.length).toBeGreaterThan(160_000);
  expect(log.subarray(-11).toString()).toBe('no line end');
  for (const from of [0, 1, 65_536, 12_345, log.length - 1, log.length]) {
    await test.step(`from ${from}`, async () => {
      const read = await readLog(page, id, from);
      let at = from;
      for (const { offset, bytes } of read.frames) {
        expect(offset).toBe(at);
        at += bytes.length;
      }
      const bytes = Buffer.concat(read.frames.map((frame) => frame.bytes));
      expect(bytes.equals(log.subarray(from))).toBe(true);
      expect(read.texts.map(({ type }) => type)).toEqual(['open', 'end']);
      expect(read.texts[1]).toMatchObject({ offset: log.length, state: 'COMPLETED' });
      expect(read.code).toBe(1000);
    });
  }
});

test('a log read while it is written is the log, byte for byte', async ({ browser, page }) => {
  const alice = await byCookie(browser, 'alice');
  await signIn(page, 'alice');
  const id = await alice.submit(
    '#!/bin/bash\n#SBATCH --account=vision\nfor i in $(seq 1 20); do printf "%d ä\\n" $i; sleep 0.1; done\n',
  );
  const read = await readLog(page, id, 0);
  const log = await whole(alice, id);
  expect(Buffer.concat(read.frames.map(({ bytes }) => bytes)).equals(log)).toBe(true);
  expect(log.toString().split('\n')).toHaveLength(21);
  expect(read.frames.length).toBeGreaterThan(1);
  expect(read.texts.at(-1)).toMatchObject({ type: 'end', state: 'COMPLETED' });
});
