package org.gatehouse.quota;

/**
 * A start that a cap does not allow.
 *
 * @param owner the team whose cap it is: the job's own or one above it
 * @param used what live leases of the owner and the teams below it hold now
 * @param asked what the start would add
 */
public record CapRefusal(TeamPath owner, GpuCount cap, GpuCount used, GpuCount asked) {}
