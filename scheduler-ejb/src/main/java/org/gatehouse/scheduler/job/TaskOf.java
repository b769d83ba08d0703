package org.gatehouse.scheduler.job;

/**
 * What makes a job a task of an array.
 *
 * @param array the array's job
 */
public record TaskOf(long array, int index) {}
