import { Button, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteTemplate } from '@/api/calls';
import { isProblem } from '@/api/problem';
import { keys } from '@/api/queries';
import type { Template } from '@/api/types';
import { t } from '@/components/messages';
import { TemplateProblem } from './TemplateProblem';

/** Asks before a template goes; one that is gone already is as good as deleted. */
export function DeleteTemplate({ template, onDone }: { template: Template; onDone: () => void }) {
  const client = useQueryClient();
  const gone = async () => {
    await client.invalidateQueries({ queryKey: keys.templates });
    onDone();
  };
  const ask = useMutation({
    mutationFn: () => deleteTemplate(template.id),
    onSuccess: gone,
    onError: (error) => (isProblem(error, 404) ? gone() : undefined),
  });
  return (
    <>
      <ModalHeader title={t('templates.delete.title', { name: template.name })} />
      <ModalBody>
        <p>{t(template.site ? 'templates.delete.siteBody' : 'templates.delete.body')}</p>
        {ask.isError && <TemplateProblem what={t('templates.delete.failed')} error={ask.error} />}
      </ModalBody>
      <ModalFooter>
        <Button
          variant="danger"
          isLoading={ask.isPending}
          isDisabled={ask.isPending}
          onClick={() => ask.mutate()}
        >
          {t('templates.delete.confirm')}
        </Button>
        <Button variant="link" onClick={onDone}>
          {t('templates.delete.keep')}
        </Button>
      </ModalFooter>
    </>
  );
}
