import { Alert, Button } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeJob, type JobVerb } from '@/api/calls';
import { keys } from '@/api/queries';
import type { Job } from '@/api/types';
import { actionsOf } from '@/components/actions';
import { CancelJob } from '@/components/CancelJob';
import { t } from '@/components/messages';
import { problemText } from '@/components/PageStates';

/** Hold, release, run again, cancel: those that the server allows now. */
export function JobVerbs({ job }: { job: Job }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (verb: JobVerb) => changeJob(job.id, verb),
    onSuccess: (changed) => client.setQueryData(keys.job(job.id), changed),
  });
  return (
    <div className="gh-verbs">
      <div className="gh-row">
        {actionsOf(job).verbs.map((verb) => (
          <Button
            key={verb}
            variant="secondary"
            isDisabled={change.isPending}
            isLoading={change.isPending && change.variables === verb}
            onClick={() => change.mutate(verb)}
          >
            {t(`job.verb.${verb}`)}
          </Button>
        ))}
        <CancelJob job={job} />
      </div>
      {change.isError && (
        <Alert isInline isPlain variant="danger" title={problemText(change.error)} />
      )}
    </div>
  );
}
