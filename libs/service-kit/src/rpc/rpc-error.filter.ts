import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

/** Passes every exception on unchanged; Nest's own filter would hide it from the rpc server. */
@Catch()
export class RpcErrorFilter implements RpcExceptionFilter {
  catch(exception: unknown): Observable<never> {
    return throwError(() => exception);
  }
}
