import { mkdirSync, chownSync, readdirSync, writeFileSync, chmodSync, rmSync, statSync } from 'node:fs';
import { check, finish, log, pidOf, state, submit, whenEnded } from './rest.mjs';

const parts = ['portal', 'keycloak', 'postgres', 'spawner'].map((part) => `${part}:${pidOf(part)}`);
const database = process.env.GATEHOUSE_DB_PORT;

// Somebody else's folder, as the spawner makes them.
const other = `${state}/people/p4999`;
mkdirSync(other, { recursive: true });
writeFileSync(`${other}/secret.txt`, 'of another person\n');
chownSync(`${other}/secret.txt`, 64999, 64999);
chownSync(other, 64999, 64999);
chmodSync(other, 0o700);

const first = await whenEnded((await submit('#!/bin/bash\necho mine\n')).id);
const owner = (run) => statSync(`${state}/runs/${run}/script`).uid;
const mine = owner(first.attempts[0].id);
const foreign = readdirSync(`${state}/runs`).filter((name) => name !== 'pulse' && owner(name) !== mine);
check(foreign.length > 0, `there are jobs of other people to try (${foreign.length})`);

const script = `#!/bin/bash
state=$1 database=$2 other=$3 foreign=$4; shift 4
no() { # no WHAT COMMAND...: the command must fail
  local what=$1; shift
  if "$@" >/dev/null 2>&1; then echo "REACHED $what"; else echo "kept $what"; fi
}
for part in "$@"; do
  name=\${part%%:*} pid=\${part##*:}
  no "environment of $name" cat /proc/$pid/environ
  no "memory of $name" head -c 1 /proc/$pid/mem
  no "open files of $name" ls /proc/$pid/fd
  no "signal to $name" kill -0 $pid
  no "signal to $name" kill -TERM $pid
done
no "signal to its own runner" kill -0 $PPID
no "signal to its own runner" kill -KILL $PPID
for folder in portal secrets postgres keycloak log run; do
  [ -e $state/$folder ] && no "folder $folder" ls $state/$folder
done
no "the secrets" cat $state/secrets/portal-db
no "the session key" cat $state/secrets/session.key
no "the list of people" ls $state/people
no "another person's folder" ls $other
no "another person's file" cat $other/secret.txt
no "the list of runs" ls $state/runs
for run in $foreign; do
  no "another job's script" cat $state/runs/$run/script
  no "another job's end" cat $state/runs/$run/exit
  no "a file in another run" touch $state/runs/$run/x
done
no "a file in its own run folder" touch $state/runs/$GATEHOUSE_ATTEMPT/x
no "a forged end" sh -c "echo exit=0 > $state/runs/$GATEHOUSE_ATTEMPT/exit"
no "the spawner's socket" test -w $state/run/spawner.sock
no "root" setpriv --reuid=0 true
no "another account" setpriv --reuid=64999 true
[ "$(id -u)" -ge 61000 ] && echo "kept an account of its own: $(id -u)"
grep -q '^NoNewPrivs:.1' /proc/self/status && echo "kept without new privileges"
env | grep -q -E 'PASSWORD|SECRET|GATEHOUSE_DB|GATEHOUSE_OIDC' && echo "REACHED a secret in the environment"
# PostgreSQL's answer to a stranger: 'R' and 10, which asks for the password (SCRAM); 0 would be a welcome.
for user in portal postgres keycloak; do
  exec 3<>/dev/tcp/127.0.0.1/$database
  body="user.$user.database.portal.."
  printf '\\0\\0\\0%b\\0\\3\\0\\0user\\0%s\\0database\\0portal\\0\\0' "$(printf '\\\\x%02x' $((8 + \${#body})))" $user >&3
  answer=$(head -c 9 <&3 | od -An -tx1 | tr -d ' \\n')
  case $answer in 52????????0000000a) echo "kept database as $user without its password" ;; *) echo "REACHED database as $user: $answer" ;; esac
  exec 3>&-
done
echo finished
`;

const done = await whenEnded((await submit(script, [state, database, other, foreign.slice(0, 3).join(' '), ...parts])).id);
const lines = (await log(done.id)).trim().split('\n');
rmSync(other, { recursive: true });
for (const line of lines) check(line === 'finished' || line.startsWith('kept '), line);
check(lines.at(-1) === 'finished', 'all of it was tried');
check(lines.filter((line) => line.startsWith('kept database')).length === 3, 'PostgreSQL asked every stranger for a password');
check(done.state === 'COMPLETED', `the job that tried ended by itself (${done.state})`);
finish();
