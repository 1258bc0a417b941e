// SPDX-License-Identifier: MIT
// Files outside of the mounts live in this process's memory, beside Python's own heap and without
// its limit: a program that fills them would end the process instead of getting an error.

/** What Glovebox itself puts there: packages and fonts. */
const EXEMPT = ["lib", "usr"];

export class MemoryLimit {
    /**
     * @param {any} FS
     * @param {(errno: string, message: string) => Error} failure
     * @param {number} limit in bytes
     */
    constructor(FS, failure, limit) {
        this.FS = FS;
        this.failure = failure;
        this.limit = limit;
        const { file } = FS.filesystems.MEMFS.ops_table;
        this.fileOps = file.node;
        /** At least what there is; deleted files count until the next count. */
        this.used = this.count();
        this.watch(file);
    }

    /** @param {any} file the operations that all files in memory share */
    watch(file) {
        const { write } = file.stream;
        file.stream.write = (/** @type {any} */ stream, /** @type {any} */ buffer,
                             /** @type {number} */ offset, /** @type {number} */ length,
                             /** @type {number} */ position, /** @type {boolean} */ canOwn) => {
            if (length > 0)
                this.grow(stream.node, position + length);
            return write(stream, buffer, offset, length, position, canOwn);
        };
        const { setattr } = file.node;
        file.node.setattr = (/** @type {any} */ node, /** @type {any} */ attr) => {
            if (attr.size !== undefined)
                this.grow(node, attr.size);
            return setattr(node, attr);
        };
    }

    /**
     * @param {any} node
     * @param {number} size that it is about to have at least
     */
    grow(node, size) {
        const growth = size - (node.usedBytes ?? 0);
        if (growth <= 0 || this.isExempt(node))
            return;
        if (this.used + growth > this.limit)
            this.used = this.count();
        if (this.used + growth > this.limit)
            throw this.failure("ENOSPC", this.text());
        this.used += growth;
    }

    text() {
        const limit = Math.floor(this.limit / (1024 * 1024));
        return `Files outside of /mnt, such as those in /session, may take ${limit} MiB together. ` +
            "Delete some, or write to a folder under /mnt.";
    }

    /** @param {any} node */
    isExempt(node) {
        let at = node;
        while (at.parent !== at.parent.parent)
            at = at.parent;
        return EXEMPT.includes(at.name);
    }

    count() {
        let bytes = 0;
        for (const chain of this.FS.nameTable) {
            for (let node = chain; node; node = node.name_next) {
                if (node.node_ops === this.fileOps && !this.isExempt(node))
                    bytes += node.usedBytes ?? 0;
            }
        }
        return bytes;
    }
}
