interface Ordered {
  atMs: number;
  order: number;
}

/** Binary heap of events: the earliest comes first; of those at one moment, the one that was added first. */
export class EventHeap<Event extends Ordered> {
  private readonly events: Event[] = [];

  push(event: Event): void {
    let index = this.events.length;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = this.events[above];
      if (!parent || !isBefore(event, parent)) break;
      this.events[index] = parent;
      index = above;
    }
    this.events[index] = event;
  }

  takeFirst(): Event | undefined {
    const first = this.events[0];
    const last = this.events.pop();
    if (last && this.events.length > 0) this.sink(last);
    return first;
  }

  /** Puts an event in place of the first one, and moves it down to its place. */
  private sink(event: Event): void {
    const { events } = this;
    let index = 0;
    for (;;) {
      const left = events[2 * index + 1];
      const right = events[2 * index + 2];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (!child || !isBefore(child, event)) break;
      events[index] = child;
      index = 2 * index + (isRight ? 2 : 1);
    }
    events[index] = event;
  }
}

function isBefore(one: Ordered, other: Ordered): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
