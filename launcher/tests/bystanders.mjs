import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, check, ended, finish, job, submit, until, url } from './rest.mjs';

const session = join(dirname(fileURLToPath(import.meta.url)), 'session.mjs');
const cookie = execFileSync('node', [session, 'sign-in', url, 'carol'], { encoding: 'utf8' }).trim();

async function asCarol(path, body) {
  const me = await (await fetch(`${url}/api/v1/me`, { headers: { cookie } })).json();
  const headers = { cookie, 'content-type': 'application/json', 'x-gatehouse-csrf': me.csrfToken };
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body),
  });
  return answer.json();
}

const took = async (what) => {
  const from = Date.now();
  await what();
  return Date.now() - from;
};

/** A job of the service account that compiles and becomes a program; returns when it runs. */
async function program(source, args) {
  const { id } = await submit(`#!/bin/bash
#SBATCH --time=2
cat > program.c <<"END"
${source}
END
gcc -O2 -o program program.c && touch ready && exec ./program ${args} > /dev/null 2>&1
`);
  await until('the program runs', async () => (await job(id)).state === 'RUNNING');
  return id;
}

// Every process of the account is stopped, again and again, so that some are caught between fork and exec.
const stopper = await program(`
#include <signal.h>
#include <time.h>
#include <unistd.h>
int main(void) { time_t end = time(0) + 15; while (time(0) < end) { kill(-1, SIGSTOP); usleep(200); } }`, '');
const victims = [];
for (let n = 0; n < 12; n++) victims.push((await submit('#!/bin/bash\n#SBATCH --time=1\necho hi\n')).id);
const waits = [];
for (let n = 0; n < 8; n++) {
  waits.push(await took(async () => {
    const { id } = await asCarol('/jobs', { script: '#!/bin/bash\necho hi\n' });
    await until('carol has her end', async () => ended((await asCarol(`/jobs/${id}`)).state), 60);
  }));
}
check(Math.max(...waits) < 5000, `carol's jobs run while another's are stopped at their start (${Math.max(...waits)} ms at most)`);
for (const id of [stopper, ...victims]) await call(`/jobs/${id}/cancel`, {}).catch(() => undefined);
const left = async () => (await Promise.all(victims.map(job))).filter((v) => !ended(v.state)).length;
await until('the stopped jobs are ended', async () => (await left()) === 0, 100);
check(true, 'stopped jobs end when they are cancelled');

// A lease makes every open of the file wait for the holder, who does not answer.
const holder = await program(`
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
int main(int n, char **path) {
  signal(SIGIO, SIG_IGN);
  for (;;) {
    int fd = open(path[1], O_RDWR);
    if (fd >= 0 && fcntl(fd, F_SETLEASE, F_WRLCK) == 0) sleep(60);
    if (fd >= 0) close(fd);
    usleep(100);
  }
}`, 'slurm-$SLURM_JOB_ID.out');
const read = () => call(`/jobs/${holder}/log`).then(() => 'read', (fault) => fault.message);
await until('the log is held', async () => (await read()).includes('locked'), 30);
const many = Array.from({ length: 200 }, read);
const me = await took(() => call('/me'));
check(me < 5000, `others are answered while 200 ask for a log that is held (${me} ms)`);
const all = await took(() => Promise.all(many));
check(all < 10000, `who asks for it is told so at once (${all} ms for all)`);
await call(`/jobs/${holder}/cancel`, {});
await until('the holder is ended', async () => ended((await job(holder)).state));
finish();
