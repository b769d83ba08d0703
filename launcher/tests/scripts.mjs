import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, check, finish, job, log, pidOf, submit, until, whenEnded } from './rest.mjs';

const gatehouse = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'gatehouse');
const script = (...lines) => `#!/bin/bash\n#SBATCH --time=10\n${lines.join('\n')}\n`;
const run = async (...lines) => whenEnded((await submit(script(...lines))).id);
const tasks = async (id) => (await call(`/jobs/${id}/tasks?limit=200`)).items;
const lines = (text) => text.trim().split('\n');

async function anArrayOverTheDeathOfThePortal() {
  const clean = await submit('#!/bin/bash\nrm -f "$HOME/array-starts"\n');
  await whenEnded(clean.id);
  const array = await submit(script(
    '#SBATCH --array=0-59%12',
    'echo "$SLURM_ARRAY_JOB_ID $SLURM_ARRAY_TASK_ID $SLURM_JOB_ID" >> "$HOME/array-starts"',
    'sleep 3',
    'exit $((SLURM_ARRAY_TASK_ID % 7 == 3))',
  ));
  await until('some tasks have ended', async () => ((await job(array.id)).array.counts.COMPLETED ?? 0) > 5);
  process.kill(pidOf('portal'), 'SIGKILL');
  execFileSync(gatehouse, ['up'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const end = await whenEnded(array.id, 240);
  check(end.array.counts.COMPLETED === 51 && end.array.counts.FAILED === 9, `60 tasks, 9 of them failed as they should (${JSON.stringify(end.array.counts)})`);
  check(end.state === 'FAILED', 'the array says the worst of its ends');
  const all = await tasks(array.id);
  check(all.length === 60 && new Set(all.map((t) => t.task.index)).size === 60, 'each index is there once');
  check(all.every((t) => t.state === (t.task.index % 7 === 3 ? 'FAILED' : 'COMPLETED')), 'each task ended as its script did');
  const starts = lines(await log((await run('cat "$HOME/array-starts"')).id));
  const told = all.map((t) => `${array.id} ${t.task.index} ${t.id}`);
  check(starts.length === 60 && told.every((line) => starts.includes(line)), `60 processes ran, each once (${starts.length})`);
}

async function stepsOverNodes() {
  const end = await run(
    '#SBATCH --nodes=2', '#SBATCH --ntasks-per-node=2', '#SBATCH --gpus-per-node=a100:2', '#SBATCH --cpus-per-task=2',
    'echo "nodes $SLURM_JOB_NODELIST $SLURM_TASKS_PER_NODE"',
    'echo "world $((SLURM_NNODES * SLURM_NTASKS_PER_NODE)), GPUs a node $SLURM_GPUS_PER_NODE"',
    'export MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n1)',
    'getent hosts "$MASTER_ADDR" >/dev/null && echo "master found"',
    "srun --label bash -c 'echo \"$SLURMD_NODENAME $SLURM_LOCALID $CUDA_VISIBLE_DEVICES\"'",
    "srun bash -c 'exit $SLURM_PROCID'",
  );
  const text = lines(await log(end.id));
  const nodes = end.attempts[0].allocations.map((a) => a.node);
  check(end.state === 'FAILED' && end.attempts[0].exitCode === 3, 'the highest exit code of a step is the script\'s');
  check(text.includes(`nodes demo-a[${nodes.map((n) => n.at(-1)).join('-')}] 2(x2)`), `the node list is Slurm's (${text[0]})`);
  check(text.includes('world 4, GPUs a node a100:2'), 'what was asked for stands in its variables');
  check(text.includes('master found'), 'the first node has an address');
  const wanted = nodes.flatMap((node, n) => [0, 1].map((local) => `${n * 2 + local}: ${node} ${local} ${end.attempts[0].allocations[n].gpuIndices}`));
  check(wanted.every((line) => text.includes(line)), `four tasks, each with its node's GPUs (${wanted.join('; ')})`);
}

async function memoryAndSignals() {
  const oom = await run('#SBATCH --mem=64M', 'python3 -c "x = bytearray(400 * 1024 * 1024)"', 'true');
  const pools = (await call('/pools')).items;
  const enforced = !pools.find((p) => p.name === 'demo').notices.some((n) => n.includes('not enforced'));
  check(oom.state === (enforced ? 'OUT_OF_MEMORY' : 'COMPLETED'), `more memory than asked for: ${oom.state} (${enforced ? 'enforced' : 'said to be planned only'})`);
  const killed = await run('kill -9 $$');
  check(killed.state === 'FAILED' && killed.attempts[0].signal === 9, 'a kill -9 of one\'s own is no lack of memory');
  const warned = await whenEnded((await submit('#!/bin/bash\n#SBATCH --time=1\n#SBATCH --signal=B:USR1@55\n'
    + "trap 'echo warned at $SECONDS; exit 9' USR1\nfor n in $(seq 100); do sleep 1; done\n")).id);
  check(warned.attempts[0].exitCode === 9 && /warned at [4-8]\n/.test(await log(warned.id)), `the signal came 55 s before the limit (${(await log(warned.id)).trim()})`);
}

async function oneAfterTheOther() {
  const first = await submit(script('sleep 2; exit 5'));
  const well = await submit(script(`#SBATCH --dependency=afterok:${first.id}`, 'echo never'));
  const badly = await submit(script(`#SBATCH --dependency=afternotok:${first.id}`, 'echo after'));
  check((await job(well.id)).pendingReason !== null, 'what waits for another job says so');
  check((await whenEnded(badly.id)).state === 'COMPLETED', 'a job ran after one that failed');
  check((await whenEnded(well.id)).state === 'DEPENDENCY_FAILED', 'a job that waited for its success did not');
  const again = await submit(script('echo "restart ${SLURM_RESTART_COUNT:-0}"', 'exit $((1 - ${SLURM_RESTART_COUNT:-0}))'));
  await whenEnded(again.id);
  await call(`/jobs/${again.id}/requeue`, {});
  const twice = await until('it ran twice', async () => {
    const now = await job(again.id);
    return now.state === 'COMPLETED' ? now : undefined;
  });
  check(twice.attempts.length === 2 && (await log(again.id)) === 'restart 1\n', 'a requeued job knows that it runs again');
}

async function asTheirAuthorsExpect() {
  const named = await run('#SBATCH --job-name="team/run 1"', 'echo "$SLURM_JOB_NAME"');
  check((await log(named.id)) === 'team/run 1\n', 'a name with a slash and a blank is a name (B09)');
  const silent = await run('#SBATCH --output=/dev/null', 'exit 3');
  check(silent.attempts[0].exitCode === 3 && silent.attempts[0].allocations[0].node.startsWith('demo-'), 'a job without a log tells its node and exit code (B13)');
  const child = await whenEnded((await call('/jobs', {
    script: script('#SBATCH --cpus-per-task=2', 'env | sort'),
    environment: { SLURM_CPUS_PER_TASK: '7', SLURM_JOB_ID: '1', SBATCH_JOB_NAME: 'from-outside', MINE: 'a b\nc' },
  })).id);
  const env = lines(await log(child.id));
  check(env.includes('SLURM_CPUS_PER_TASK=2') && !env.includes('SLURM_JOB_ID=1'), 'a job starts without the SLURM variables of whoever submits (B21)');
  check(env.includes('MINE=a b') && env.includes('c'), 'and with the rest of their environment, line ends and all');
  check(child.name === 'from-outside', 'SBATCH_JOB_NAME named it');
  check(!env.some((line) => /PASSWORD|SECRET|JAVA|GATEHOUSE_DB/.test(line)), 'nothing of the server is in its environment (B19)');
  const steps = await run('#SBATCH --ntasks=2', '#SBATCH --mem-per-cpu=100M', '#SBATCH --cpus-per-task=2',
    "srun bash -c 'echo $SLURM_CPUS_PER_TASK ${SLURM_TRES_PER_TASK:-none} $PATH'");
  check(lines(await log(steps.id)).every((line) => /^2 none \S*\/usr\/bin/.test(line)), 'a step finds PATH, and variables agree (B19, B22)');
}

async function heldAndAlone() {
  const held = await submit(script('#SBATCH --hold', 'echo free'));
  check((await job(held.id)).state === 'HELD', 'a job is held');
  await call(`/jobs/${held.id}/release`, {});
  check((await whenEnded(held.id)).state === 'COMPLETED', 'and runs after its release');
  const alone = await run('#SBATCH --exclusive', '#SBATCH --nodelist=demo-v2', 'echo "$SLURM_CPUS_ON_NODE $CUDA_VISIBLE_DEVICES"');
  check((await log(alone.id)) === '16 0,1\n', 'an exclusive job has all of its node');
}

await anArrayOverTheDeathOfThePortal();
await Promise.all([stepsOverNodes(), memoryAndSignals(), oneAfterTheOther(), asTheirAuthorsExpect()]);
await heldAndAlone();
finish();
