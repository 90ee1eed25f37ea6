import { type ApiError, errorText } from '../../shared/api/api-error';

/**
 * Says what is known of a tip whose outcome is being requested: that no response came, or what the server said
 * (spec, section 8), though it may have sent the tip.
 */
export function StillAsking({ after }: { after: ApiError }) {
  return (
    <div role="status" className="stack gap-1 rounded-[10px] bg-raised p-3 text-15">
      <p className="wrap-anywhere">{after.status === 0 ? 'No answer yet.' : errorText(after, 'Error')}</p>
      <p>
        Likewell asks whether your tip was sent until it knows. It counts once, and you can close this: you
        will be told.
      </p>
    </div>
  );
}
