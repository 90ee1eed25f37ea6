import type { Post } from '@likewell/contracts/gateway/posts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../shared/config/paths';

/**
 * Changes the address to the member's present name when their posts were found by a former
 * name or another spelling.
 */
export function useCurrentAddress(username: string, posts: Post[]): void {
  const navigate = useNavigate();
  const current = posts[0]?.author.username ?? username;
  useEffect(() => {
    if (current !== username) void navigate(paths.member(current), { replace: true });
  }, [current, username, navigate]);
}
