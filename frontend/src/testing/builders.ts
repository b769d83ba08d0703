import type { Attempt, Job, JobPage, JobRow, Me, Pool, Template, Verdict } from '@/api/types';

export const me = (change: Partial<Me> = {}): Me => ({
  username: 'alice',
  displayName: 'Alice',
  service: false,
  operator: false,
  auditor: false,
  teams: [{ path: 'vision', member: true, admin: false }],
  rightsAsOf: '2026-03-01T10:00:00Z',
  csrfToken: 'csrf-1',
  ...change,
});

export const row = (change: Partial<JobRow> = {}): JobRow => ({
  id: 1,
  name: 'train',
  kind: 'BATCH',
  state: 'RUNNING',
  stateSentence: 'Running on demo-1',
  owner: 'alice',
  team: 'vision',
  pool: 'demo',
  simulated: true,
  partition: 'gpu',
  submittedAt: '2026-03-01T10:00:00Z',
  startedAt: '2026-03-01T10:05:00Z',
  mine: true,
  timeLimitSeconds: 3_600,
  cpus: 4,
  gpus: [{ type: 'a100', count: 2 }],
  nodes: ['demo-1'],
  actions: ['cancel', 'log', 'script'],
  ...change,
});

export const attempt = (change: Partial<Attempt> = {}): Attempt => ({
  number: 1,
  id: '00000000-0000-4000-8000-000000000001',
  state: 'RUNNING',
  createdAt: '2026-03-01T10:04:00Z',
  startedAt: '2026-03-01T10:05:00Z',
  allocations: [{ node: 'demo-1', cpus: 4, memoryMiB: 8_192, gpuType: 'a100', gpuIndices: [0, 1] }],
  ...change,
});

export const job = (change: Partial<Job> = {}): Job => ({
  id: 1,
  name: 'train',
  kind: 'BATCH',
  state: 'RUNNING',
  stateSentence: 'Running on demo-1',
  owner: 'alice',
  team: 'vision',
  pool: 'demo',
  simulated: true,
  partition: 'gpu',
  mine: true,
  submittedAt: '2026-03-01T10:00:00Z',
  startedAt: '2026-03-01T10:05:00Z',
  request: {
    name: 'train',
    team: 'vision',
    partition: 'gpu',
    timeLimitSeconds: 3_600,
    nodes: 1,
    tasks: 1,
    cpus: 4,
    memoryMiB: 8_192,
    gpus: [{ type: 'a100', count: 2 }],
    stdout: 'slurm-1.out',
    stderr: 'slurm-1.out',
    when: { held: false },
    where: { nodelist: [], exclude: [], exclusive: false },
    requeue: true,
  },
  attempts: [attempt()],
  actions: ['cancel', 'log', 'script'],
  notices: [],
  ...change,
});

export const page = (items: JobRow[], change: Partial<JobPage> = {}): JobPage => ({
  items,
  next: null,
  counts: {},
  seq: 1,
  ...change,
});

export const pool = (change: Partial<Pool> = {}): Pool => ({
  name: 'demo',
  kind: 'local',
  default: true,
  simulated: true,
  isolation: 'person',
  notices: [],
  partitions: [{ name: 'gpu', default: true, defaultTimeSeconds: 3_600, maxTimeSeconds: 172_800 }],
  nodes: [
    {
      name: 'demo-1',
      state: 'MIXED',
      simulated: true,
      partitions: ['gpu'],
      cpus: 32,
      cpusFree: 28,
      memoryMiB: 256_000,
      memoryFreeMiB: 200_000,
      gpus: [
        { index: 0, type: 'a100', free: false, jobId: 1 },
        { index: 1, type: 'a100', free: true },
      ],
    },
  ],
  ...change,
});

export const template = (change: Partial<Template> = {}): Template => ({
  id: 1,
  site: true,
  editable: false,
  name: 'One GPU',
  description: 'A Python program on one GPU.',
  script: '#!/bin/bash\n#SBATCH --gres=gpu:{{gpus=1|GPUs}}\npython3 {{program}}\n',
  version: 0,
  changedAt: '2026-03-01T10:00:00Z',
  changedBy: 'Gatehouse',
  ...change,
});

export const accepted = (change: Partial<Verdict> = {}): Verdict => ({
  accepted: true,
  pool: 'demo',
  simulated: true,
  summary: '2 a100 GPUs for at most 1 h.',
  lines: [],
  findings: [],
  ...change,
});

export const refused = (): Verdict => ({
  accepted: false,
  pool: 'demo',
  simulated: true,
  summary: null,
  lines: [
    {
      line: 2,
      column: 1,
      text: '#SBATCH --time=30m',
      option: 'time',
      outcome: 'ERROR',
      explanation: '30m is no time',
    },
  ],
  findings: [
    {
      severity: 'ERROR',
      code: 'time-not-understood',
      line: 2,
      column: 16,
      option: 'time',
      message: 'The time 30m is not understood.',
      hint: 'Write --time=30 for 30 minutes.',
    },
  ],
});
