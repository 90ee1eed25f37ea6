import { paths } from '../../shared/config/paths';

/**
 * Returns the address to share: `{origin}/p/{id}`, with the member's referral code when there
 * is one (spec, section 9).
 */
export function shareLink(origin: string, postId: number, publicToken: string | undefined): string {
  const link = origin + paths.post(postId);
  return publicToken ? `${link}?ref=${encodeURIComponent(publicToken)}` : link;
}
