// Stands for linkify-it in the bundle: the page makes links only of what its author marked as one.
export class LinkifyIt {}
