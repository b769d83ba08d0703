import {
  Alert,
  Button,
  Form,
  FormGroup,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  TextInput,
} from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelJob } from '@/api/calls';
import { keys } from '@/api/queries';
import type { Job, JobRow } from '@/api/types';
import { actionsOf } from './actions';
import { timeText } from './format';
import { t } from './messages';
import { problemText } from './PageStates';

interface Props {
  job: JobRow | Job;
  onAsked?: (job: Job) => void;
  small?: boolean;
}

/** Offers to cancel where the server allows it; asks first. */
export function CancelJob({ job, onAsked, small = false }: Props) {
  const [asking, setAsking] = useState(false);
  const { cancel } = actionsOf(job);
  if (cancel === 'asked') {
    if (small || job.cancelRequestedAt == null) return null;
    return <span>{t('cancel.asked', { time: timeText(job.cancelRequestedAt) })}</span>;
  }
  if (cancel === 'no' && !asking) return null;
  return (
    <>
      <Button
        variant={small ? 'link' : 'secondary'}
        isDanger
        isInline={small}
        aria-label={t('cancel.buttonNamed', { id: job.id })}
        onClick={() => setAsking(true)}
      >
        {t('cancel.button')}
      </Button>
      {asking && <CancelDialog job={job} onAsked={onAsked} onClose={() => setAsking(false)} />}
    </>
  );
}

interface DialogProps {
  job: JobRow | Job;
  onAsked: ((job: Job) => void) | undefined;
  onClose: () => void;
}

function CancelDialog({ job, onAsked, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: () => cancelJob(job.id, reason.trim() === '' ? null : reason.trim()),
    onSuccess: (changed) => {
      client.setQueryData(keys.job(job.id), changed);
      onAsked?.(changed);
      onClose();
    },
  });
  const pending = job.state === 'PENDING' || job.state === 'HELD';
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-label={t('cancel.title', { id: job.id })}>
      <ModalHeader title={t('cancel.title', { id: job.id })} />
      <ModalBody>
        <p className="gh-break">
          {t(pending ? 'cancel.bodyPending' : 'cancel.body', { name: job.name })}{' '}
          {!job.mine && t('cancel.bodyOther', { owner: job.owner })}
        </p>
        <Form
          className="gh-gap-above"
          onSubmit={(event) => {
            event.preventDefault();
            ask.mutate();
          }}
        >
          <FormGroup label={t('cancel.reason')} fieldId="cancel-reason">
            <TextInput
              id="cancel-reason"
              value={reason}
              maxLength={500}
              onChange={(_event, value) => setReason(value)}
            />
          </FormGroup>
        </Form>
        {ask.isError && (
          <Alert isInline variant="danger" title={t('cancel.failed')} className="gh-gap-above">
            {problemText(ask.error)}
          </Alert>
        )}
      </ModalBody>
      <ModalFooter>
        <Button
          variant="danger"
          isLoading={ask.isPending}
          isDisabled={ask.isPending}
          onClick={() => ask.mutate()}
        >
          {ask.isPending ? t('cancel.working') : t('cancel.confirm')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('cancel.keep')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
