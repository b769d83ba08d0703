import type { components } from './schema';

type Schemas = components['schemas'];

export type Me = Schemas['Me'];
export type Team = Schemas['Team'];
export type Pool = Schemas['Pool'];
export type PoolNode = Schemas['Node'];
export type NodeState = PoolNode['state'];
export type Gpu = PoolNode['gpus'][number];
export type Submission = Schemas['Submission'];
export type Verdict = Schemas['Verdict'];
export type VerdictLine = Verdict['lines'][number];
export type Finding = Schemas['Finding'];
export type Template = Schemas['Template'];
export type NewTemplate = Schemas['NewTemplate'];
export type ChangedTemplate = Schemas['ChangedTemplate'];
export type JobRequest = Schemas['Request'];
export type JobState = Schemas['JobState'];
export type Job = Schemas['Job'];
export type Attempt = Schemas['Attempt'];
export type Allocation = Schemas['Allocation'];
export type JobRow = Schemas['JobRow'];
export type JobPage = Schemas['JobPage'];
export type Tasks = Schemas['Tasks'];
export type JobAction = JobRow['actions'][number];
export type GatehouseEvent = Schemas['Event'];
export type Problem = Schemas['Problem'];
export type ScriptProblem = Schemas['ScriptProblem'];

export type LogStreamName = 'stdout' | 'stderr';
export type Scope = 'mine' | 'team' | 'all';
