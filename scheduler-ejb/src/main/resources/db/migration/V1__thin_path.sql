-- People as Keycloak knows them. The id also numbers the person's account and folder on local pools: it is never reused.
CREATE TABLE person (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject      text        NOT NULL UNIQUE,
    username     text        NOT NULL,
    display_name text        NOT NULL,
    email        text,
    first_seen   timestamptz NOT NULL
);

-- Teams are made in Keycloak; a row comes with the first sight of one. A cap that is null takes the installation's default.
CREATE TABLE team (
    path       text PRIMARY KEY CHECK (path <> '' AND path NOT LIKE '/%' AND path NOT LIKE '%/'),
    gpu_cap    integer CHECK (gpu_cap >= 0),
    first_seen timestamptz NOT NULL
);

CREATE TABLE job (
    id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind                text        NOT NULL,
    state               text        NOT NULL,
    version             integer     NOT NULL DEFAULT 0,
    person_id           bigint      NOT NULL REFERENCES person,
    team                text        NOT NULL REFERENCES team,
    pool                text        NOT NULL,
    partition           text        NOT NULL,
    name                text        NOT NULL,
    submitted_at        timestamptz NOT NULL,
    started_at          timestamptz,
    ended_at            timestamptz,
    -- what is asked
    nodes               integer     NOT NULL CHECK (nodes > 0),
    tasks               integer     NOT NULL CHECK (tasks > 0),
    cpus_per_task       integer     NOT NULL CHECK (cpus_per_task > 0),
    cpus                integer     NOT NULL CHECK (cpus > 0),
    memory_mib          bigint CHECK (memory_mib > 0),   -- null: all of the node
    gpus                text[]      NOT NULL,            -- 'a100:2', ':1' for any type
    time_limit_seconds  bigint      NOT NULL CHECK (time_limit_seconds > 0),
    -- what runs
    script_original     bytea       NOT NULL,            -- as it was sent
    script              bytea       NOT NULL,            -- with clean line ends
    args                text[]      NOT NULL,
    environment         text[]      NOT NULL,
    work_folder         text,
    stdout_pattern      text        NOT NULL,
    stderr_pattern      text,
    append_logs         boolean     NOT NULL,
    notices             jsonb       NOT NULL,
    -- why it waits, and who asked for its end
    wait_reason         jsonb,
    cancel_requested_at timestamptz,
    cancel_requested_by text,
    cancel_reason       text,
    CHECK ((ended_at IS NULL) = (state IN ('HELD', 'PENDING', 'STARTING', 'RUNNING', 'COMPLETING')))
);
CREATE INDEX job_waiting ON job (id) WHERE state = 'PENDING';
CREATE INDEX job_of_person ON job (person_id, id DESC);
CREATE INDEX job_of_team ON job (team, id DESC);

CREATE TABLE attempt (
    id            uuid PRIMARY KEY,
    job_id        bigint      NOT NULL REFERENCES job,
    number        integer     NOT NULL CHECK (number > 0),
    state         text        NOT NULL,
    version       integer     NOT NULL DEFAULT 0,
    pool          text        NOT NULL,
    epoch         bigint      NOT NULL,        -- of the leader that decided it
    created_at    timestamptz NOT NULL,
    confirmed_at  timestamptz,                 -- the pool said that it has it
    started_at    timestamptz,
    ended_at      timestamptz,
    last_seen_at  timestamptz,                 -- the pool's last good answer about it
    unseen_since  timestamptz,                 -- the pool cannot be asked since
    absent_since  timestamptz,                 -- the pool answered that it does not know it
    exit_code     integer,
    signal        integer,
    detail        text,
    cpu_seconds   double precision,
    max_rss_kib   bigint,
    UNIQUE (job_id, number)
);
CREATE INDEX attempt_live ON attempt (pool) WHERE ended_at IS NULL;

CREATE TABLE allocation (
    attempt_id  uuid    NOT NULL REFERENCES attempt,
    rank        integer NOT NULL,
    pool        text    NOT NULL,
    node        text    NOT NULL,
    cpus        integer NOT NULL CHECK (cpus > 0),
    memory_mib  bigint  NOT NULL CHECK (memory_mib >= 0),
    gpu_type    text,
    gpu_indices integer[] NOT NULL,
    released_at timestamptz,
    PRIMARY KEY (attempt_id, rank)
);
CREATE INDEX allocation_live ON allocation (pool, node) WHERE released_at IS NULL;

-- The database's own guard: a GPU is held by one live allocation at most.
CREATE TABLE gpu_hold (
    pool       text    NOT NULL,
    node       text    NOT NULL,
    gpu_index  integer NOT NULL,
    attempt_id uuid    NOT NULL REFERENCES attempt,
    PRIMARY KEY (pool, node, gpu_index)
);
CREATE INDEX gpu_hold_of ON gpu_hold (attempt_id);

CREATE TABLE lease (
    attempt_id  uuid PRIMARY KEY REFERENCES attempt,
    team        text        NOT NULL REFERENCES team,
    person_id   bigint      NOT NULL REFERENCES person,
    gpus        integer     NOT NULL CHECK (gpus >= 0),
    cpus        integer     NOT NULL CHECK (cpus > 0),
    since       timestamptz NOT NULL,
    released_at timestamptz
);
CREATE INDEX lease_live ON lease (team) WHERE released_at IS NULL;

-- What must be told to a pool, written in the transaction that decided it.
CREATE TABLE dispatch (
    attempt_id  uuid        NOT NULL REFERENCES attempt,
    intent      text        NOT NULL CHECK (intent IN ('START', 'STOP')),
    created_at  timestamptz NOT NULL,
    next_try_at timestamptz NOT NULL,
    tries       integer     NOT NULL DEFAULT 0,
    last_error  text,
    done_at     timestamptz,
    PRIMARY KEY (attempt_id, intent)
);
CREATE INDEX dispatch_open ON dispatch (next_try_at) WHERE done_at IS NULL;

-- One row. Whoever holds it plans; every write of the leader checks the epoch.
CREATE TABLE leader (
    id           integer PRIMARY KEY CHECK (id = 1),
    holder       text        NOT NULL,
    epoch        bigint      NOT NULL,
    heartbeat_at timestamptz NOT NULL
);
INSERT INTO leader VALUES (1, '', 0, '1970-01-01T00:00:00Z');

-- Numbers are given after commit, by one numberer at a time, so that a higher number is never seen before a lower one.
CREATE TABLE event (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    seq       bigint UNIQUE,
    type      text        NOT NULL,
    at        timestamptz NOT NULL,
    job_id    bigint,
    state     text,
    person_id bigint,
    team      text,
    pool      text
);
CREATE INDEX event_unnumbered ON event (id) WHERE seq IS NULL;

CREATE TABLE audit (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      timestamptz NOT NULL,
    actor   text        NOT NULL,
    action  text        NOT NULL,
    job_id  bigint,
    team    text,
    before  text,
    after   text,
    origin  text
);
CREATE INDEX audit_of_job ON audit (job_id);

-- A browser's session. The cookie's value is never stored, only its SHA-256; tokens are encrypted with a key outside.
CREATE TABLE portal_session (
    id_hash        bytea PRIMARY KEY,
    person_id      bigint      NOT NULL REFERENCES person,
    csrf_token     text        NOT NULL,
    refresh_token  bytea       NOT NULL,
    teams          text[]      NOT NULL,
    operator       boolean     NOT NULL,
    auditor        boolean     NOT NULL,
    rights_as_of   timestamptz NOT NULL,
    created_at     timestamptz NOT NULL,
    last_used_at   timestamptz NOT NULL,
    ends_at        timestamptz NOT NULL
);
CREATE INDEX portal_session_ends ON portal_session (ends_at);

-- A sign-in between leaving for Keycloak and coming back.
CREATE TABLE signin_attempt (
    state_hash    bytea PRIMARY KEY,
    nonce         text        NOT NULL,
    code_verifier bytea       NOT NULL,
    return_to     text        NOT NULL,
    created_at    timestamptz NOT NULL
);
