// Tells when elements come near the screen: one observer for all of them.

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

function create(): IntersectionObserver {
  return new IntersectionObserver(
    (entries, self) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        self.unobserve(target);
        waiting.get(target)?.();
      }
    },
    { rootMargin: '600px' },
  );
}

/** Calls back once; returns what stops it. */
export function onceNear(element: Element, callback: () => void): () => void {
  observer ??= create();
  waiting.set(element, callback);
  observer.observe(element);
  return () => observer?.unobserve(element);
}
