import {
  Divider,
  Dropdown,
  DropdownGroup,
  DropdownItem,
  DropdownList,
  MenuToggle,
} from '@patternfly/react-core';
import { UserIcon } from '@patternfly/react-icons';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signOut } from '@/api/calls';
import { useMe } from '@/components/MeContext';
import { t } from '@/components/messages';

export function UserMenu() {
  const me = useMe();
  const [open, setOpen] = useState(false);
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: ({ location }) => window.location.assign(location),
  });
  const roles = [me.operator && t('user.operator'), me.auditor && t('user.auditor')].filter(
    (role) => role !== false,
  );
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      popperProps={{ position: 'right' }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          isExpanded={open}
          icon={<UserIcon />}
          aria-label={t('user.menu', { name: me.displayName })}
          data-testid="user-menu"
          onClick={() => setOpen(!open)}
        >
          <span className="gh-user-name">{me.displayName}</span>
        </MenuToggle>
      )}
    >
      <div className="gh-user-facts">
        <strong>{me.displayName}</strong>
        <div className="gh-quiet">{me.username}</div>
      </div>
      <DropdownGroup label={t('user.teams')}>
        <div className="gh-user-facts" data-testid="user-teams">
          {me.teams.length === 0 && t('user.noTeams')}
          {me.teams.map((team) => (
            <div key={team.path} className="gh-break">
              {team.admin ? t('user.teamAdmin', { team: team.path }) : team.path}
            </div>
          ))}
        </div>
      </DropdownGroup>
      {roles.length > 0 && (
        <DropdownGroup label={t('user.roles')}>
          <div className="gh-user-facts">{roles.join(', ')}</div>
        </DropdownGroup>
      )}
      <Divider />
      <DropdownList>
        <DropdownItem
          isDisabled={leave.isPending}
          onClick={() => leave.mutate()}
          description={leave.isError ? t('user.signOutFailed') : undefined}
        >
          {leave.isPending ? t('user.signingOut') : t('user.signOut')}
        </DropdownItem>
      </DropdownList>
    </Dropdown>
  );
}
