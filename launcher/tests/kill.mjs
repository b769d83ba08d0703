import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, check, finish, job, log, pidOf, submit, until, whenEnded } from './rest.mjs';

const gatehouse = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'gatehouse');
const LINES = 250;

// 16 CPUs each: the demo pool's 160 hold ten at a time.
const script = `#!/bin/bash
#SBATCH --job-name=kill-test
#SBATCH --cpus-per-task=16
#SBATCH --time=10
echo "$SLURM_JOB_ID $GATEHOUSE_ATTEMPT" >> "$HOME/kill-test-starts"
for line in $(seq 1 ${LINES}); do echo "line $line"; sleep 0.2; done
exit $((SLURM_JOB_ID % 5))
`;

const clean = await submit('#!/bin/bash\nrm -f "$HOME/kill-test-starts"\n');
await whenEnded(clean.id);
const ids = [];
for (let n = 0; n < 20; n++) ids.push((await submit(script)).id);
const count = async (...states) => {
  const jobs = await Promise.all(ids.map(job));
  return jobs.filter((j) => states.includes(j.state)).length;
};
await until('ten jobs run', async () => (await count('RUNNING')) === 10);
check((await count('PENDING')) === 10, 'ten jobs run and ten wait');
const before = await Promise.all(ids.map(job));

process.kill(pidOf('portal'), 'SIGKILL');
execFileSync(gatehouse, ['up'], { stdio: ['ignore', 'inherit', 'inherit'] });

await until('the portal answers', () => call('/me'));
const after = await Promise.all(ids.map(job));
const adopted = after.filter((j, n) => before[n].state === 'RUNNING' && j.attempts.length === 1).length;
check(adopted === 10, `all ten that ran are known by their first attempt after the restart (${adopted})`);

const ends = [];
for (const id of ids) ends.push(await whenEnded(id, 240));
const truth = (j) => (j.id % 5 === 0 ? 'COMPLETED' : 'FAILED');
check(ends.filter((j) => j.state === truth(j)).length === 20, 'all 20 ended in the state of their exit code');
check(ends.filter((j) => j.attempts.at(-1).exitCode === j.id % 5).length === 20, 'all 20 have their true exit code');
check(ends.every((j) => j.attempts.length === 1), 'each job had one attempt');

const whole = Array.from({ length: LINES }, (_, n) => `line ${n + 1}\n`).join('');
let gaps = 0;
for (const id of ids) if ((await log(id)) !== whole) gaps++;
check(gaps === 0, `no log has a gap or a repeat (${gaps})`);

const reader = await whenEnded((await submit('#!/bin/bash\ncat "$HOME/kill-test-starts"\n')).id);
const starts = (await log(reader.id)).trim().split('\n');
const told = ends.map((j) => `${j.id} ${j.attempts[0].id}`);
check(starts.length === 20 && new Set(starts).size === 20, `20 processes ran, each once (${starts.length})`);
check(told.every((line) => starts.includes(line)), 'what ran are the attempts that Gatehouse tells of');

const moments = ends.flatMap((j) => [[Date.parse(j.startedAt), 1], [Date.parse(j.endedAt), -1]]);
moments.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
let at = 0, most = 0;
for (const [, change] of moments) most = Math.max(most, (at += change));
check(most === 10, `never more than ten held the 160 CPUs at once (${most})`);
finish();
