-- What runs, once for a job and all tasks of its array.
CREATE TABLE program (
    job_id          bigint PRIMARY KEY REFERENCES job,
    script_original bytea  NOT NULL,            -- as it was sent
    script          bytea  NOT NULL,            -- with clean line ends
    args            text[] NOT NULL,
    environment     text[] NOT NULL,
    work_folder     text
);
INSERT INTO program SELECT id, script_original, script, args, environment, work_folder FROM job;
ALTER TABLE job DROP COLUMN script_original, DROP COLUMN script, DROP COLUMN args, DROP COLUMN environment, DROP COLUMN work_folder;

-- What each kind of its nodes holds: 'nodes/tasks/cpus/memory/gpus', the last four for each node; memory in MiB, empty for
-- all of the node; gpus as 'a100:2', ':1' for any type, with commas between.
ALTER TABLE job ADD COLUMN parts text[];
UPDATE job SET parts = ARRAY [nodes || '/' || tasks || '/' || cpus || '/' || coalesce(memory_mib::text, '') || '/' || array_to_string(gpus, ',')];
ALTER TABLE job ALTER COLUMN parts SET NOT NULL;
ALTER TABLE job DROP COLUMN memory_mib, DROP COLUMN gpus, DROP COLUMN nodes, DROP COLUMN tasks, DROP COLUMN cpus;

-- Where it may run, when, and what happens around its end.
ALTER TABLE job
    ADD COLUMN constraint_text       text,
    ADD COLUMN nodelist              text[]  NOT NULL DEFAULT '{}',
    ADD COLUMN exclude               text[]  NOT NULL DEFAULT '{}',
    ADD COLUMN exclusive             boolean NOT NULL DEFAULT false,
    ADD COLUMN begin_at              timestamptz,
    ADD COLUMN deadline_at           timestamptz,
    ADD COLUMN dependency            text,
    ADD COLUMN end_on_bad_dependency boolean NOT NULL DEFAULT true,
    ADD COLUMN warning_signal        integer CHECK (warning_signal BETWEEN 1 AND 64),
    ADD COLUMN warning_script_only   boolean NOT NULL DEFAULT false,
    ADD COLUMN warning_seconds       integer CHECK (warning_seconds >= 0),
    ADD COLUMN requeue               boolean NOT NULL DEFAULT false,
    ADD COLUMN requeue_requested_by  text,
    -- who holds it back; an owner cannot release what somebody else holds
    ADD COLUMN held_by               text,
    ADD COLUMN held_by_owner         boolean;

-- What the part of it that is not started does: PENDING is planned, HELD is not, null: there is no such part.
ALTER TABLE job ADD COLUMN queued text CHECK (queued IN ('PENDING', 'HELD'));
UPDATE job SET queued = state WHERE state IN ('PENDING', 'HELD');
DROP INDEX job_waiting;
CREATE INDEX job_queued ON job (submitted_at, id) WHERE queued = 'PENDING';

-- An array is one row; a task gets a row of its own, with a number of its own, when it starts.
ALTER TABLE job
    ADD COLUMN array_indices text,              -- of an array: all of them, as '0-9,12'
    ADD COLUMN array_waiting text,              -- of an array: those without a row that are still to start
    ADD COLUMN array_at_once integer CHECK (array_at_once > 0),
    ADD COLUMN array_id      bigint REFERENCES job,
    ADD COLUMN array_index   integer,
    ADD CONSTRAINT job_task CHECK ((array_id IS NULL) = (array_index IS NULL)),
    ADD CONSTRAINT job_array CHECK ((array_indices IS NULL) = (array_waiting IS NULL)),
    ADD CONSTRAINT job_task_once UNIQUE (array_id, array_index);
-- Lists show jobs and arrays, not tasks.
DROP INDEX job_of_person;
DROP INDEX job_of_team;
CREATE INDEX job_of_person ON job (person_id, id DESC) WHERE array_id IS NULL;
CREATE INDEX job_of_team ON job (team, id DESC) WHERE array_id IS NULL;

-- How many tasks of an array are in which state, those without a row too. Kept with every change of a task.
CREATE TABLE array_count (
    array_id bigint  NOT NULL REFERENCES job,
    state    text    NOT NULL,
    tasks    integer NOT NULL,
    PRIMARY KEY (array_id, state)
);

-- What a job waits for, term by term; the job's own column has it as text.
CREATE TABLE dependency (
    job_id   bigint  NOT NULL REFERENCES job,
    position integer NOT NULL,
    kind     text    NOT NULL,
    on_job   bigint,                            -- null for SINGLETON
    on_index integer,
    PRIMARY KEY (job_id, position)
);
CREATE INDEX dependency_on ON dependency (on_job);

-- How many of the job's tasks belong on the node.
ALTER TABLE allocation ADD COLUMN tasks integer NOT NULL DEFAULT 1 CHECK (tasks > 0);
