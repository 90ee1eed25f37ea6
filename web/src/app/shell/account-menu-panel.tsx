import type { User } from '@likewell/contracts/gateway/user';
import { FileText, LogOut, Settings, ShieldCheck } from 'lucide-react';
import { logOut } from '../../features/auth/auth.api';
import { paths } from '../../shared/config/paths';
import { focusMainIfLost } from '../../shared/hooks/focus-main';
import { isModerator } from '../../shared/session/is-moderator';
import { MemberName } from '../../shared/ui/member-name';
import { MenuItem, MenuLink, MenuPanel, type MenuPanelProps } from '../../shared/ui/menu-panel';

export function AccountMenuPanel({ user, ...panel }: MenuPanelProps & { user: User }) {
  return (
    <MenuPanel label={`Account of ${user.username}`} {...panel}>
      <div className="mb-1.5 border-b border-line px-3 pt-1.5 pb-2.5 text-15 font-medium">
        <MemberName member={user} />
      </div>
      <MenuLink to={paths.member(user.username)}>
        <FileText />
        My posts
      </MenuLink>
      <MenuLink to={paths.settings}>
        <Settings />
        Settings
      </MenuLink>
      {isModerator(user) && (
        <MenuLink to={paths.moderation}>
          <ShieldCheck />
          Moderation
        </MenuLink>
      )}
      <MenuItem
        onClick={() => {
          logOut();
          // The menu gives the focus back to its button first, which goes with the session.
          setTimeout(focusMainIfLost);
        }}
      >
        <LogOut />
        Logout
      </MenuItem>
    </MenuPanel>
  );
}
