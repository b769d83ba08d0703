import {
  Alert,
  Button,
  Form,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  ModalBody,
  ModalFooter,
  ModalHeader,
  TextInput,
} from '@patternfly/react-core';
import { useState } from 'react';
import type { Template } from '@/api/types';
import { t } from '@/components/messages';
import { countLines, shownText } from '@/features/submit/editor/lineEnds';
import { expand, missingOf, usualValues, variablesOf } from './variables';

const FORM = 'template-variables';

interface Props {
  template: Template;
  /** Whether the editor holds something typed that this would take the place of. */
  replaces: boolean;
  onUse: (script: string) => void;
  onBack: () => void;
}

/** A template's variables, with the script they make beside them. */
export function FillTemplate({ template, replaces, onUse, onBack }: Props) {
  const variables = variablesOf(template.script);
  const [filled, setFilled] = useState(() => usualValues(variables));
  const [asking, setAsking] = useState(false);
  const script = expand(template.script, filled);
  const missing = missingOf(variables, filled);
  const use = () => {
    if (missing.length > 0) return;
    if (replaces && !asking) setAsking(true);
    else onUse(script);
  };
  return (
    <>
      <ModalHeader title={template.name} description={template.description} />
      <ModalBody>
        <Form
          id={FORM}
          className="gh-template-form"
          onSubmit={(event) => {
            event.preventDefault();
            use();
          }}
        >
          {variables.length > 0 && (
            <div className="gh-options">
              {variables.map(({ name, usual, description }) => (
                <FormGroup
                  key={name}
                  fieldId={`variable-${name}`}
                  label={description === '' ? name : description}
                  isRequired={usual === null}
                >
                  <TextInput
                    id={`variable-${name}`}
                    value={filled[name] ?? ''}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={(_event, value) => setFilled({ ...filled, [name]: value })}
                  />
                  <FormHelperText>
                    <HelperText>
                      <HelperTextItem>{helpOf(usual)}</HelperTextItem>
                    </HelperText>
                  </FormHelperText>
                </FormGroup>
              ))}
            </div>
          )}
        </Form>
        <h3 className="gh-templates-group">
          {t('templates.preview', { lines: countLines(shownText(script.trimEnd())) })}
        </h3>
        <pre className="gh-template-preview" tabIndex={0} data-testid="template-preview">
          {shownText(script)}
        </pre>
        {missing.length > 0 && (
          <p className="gh-quiet">
            {t('templates.missing', { names: missing.map(({ name }) => name).join(', ') })}
          </p>
        )}
        {asking && (
          <div role="alert" className="gh-gap-above">
            <Alert isInline variant="warning" title={t('templates.replaces')} />
          </div>
        )}
      </ModalBody>
      <ModalFooter>
        <Button
          variant={asking ? 'danger' : 'primary'}
          type="submit"
          form={FORM}
          isDisabled={missing.length > 0}
        >
          {t(asking ? 'templates.replace' : 'templates.use')}
        </Button>
        <Button variant="link" onClick={asking ? () => setAsking(false) : onBack}>
          {t(asking ? 'templates.keepMine' : 'templates.back')}
        </Button>
      </ModalFooter>
    </>
  );
}

function helpOf(usual: string | null): string {
  if (usual === null) return t('templates.mustFill');
  return usual === '' ? t('templates.mayStayEmpty') : t('templates.usual', { usual });
}
