/**
 * Reads batch scripts as sbatch reads them and says what it understood.
 *
 * <p>Bytes in, a {@link org.gatehouse.script.Verdict} out: nothing here opens a file, asks a clock, knows a job or talks
 * to a pool. What a pool has and honours comes in as a {@link org.gatehouse.script.PoolOffer}. An option that changes
 * what runs, where or when and that the pool does not honour is refused here, never dropped.
 */
@NullMarked
package org.gatehouse.script;

import org.jspecify.annotations.NullMarked;
