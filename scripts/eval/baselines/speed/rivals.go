package main

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/blevesearch/bleve/v2"
	_ "github.com/blevesearch/bleve/v2/analysis/lang/en" // the analyser "en"
	"github.com/blevesearch/bleve/v2/index/scorch"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/scripts/eval/synth"
)

// bleveIndex is bleve's own index, scorch, on disk, with its default mapping,
// the English analyser and BM25.
type bleveIndex struct {
	dir string
	x   bleve.Index
	n   int
	k   int
}

func newBleve(_ context.Context, dir string, s settings) (builder, error) {
	m := bleve.NewIndexMapping()
	m.DefaultAnalyzer, m.ScoringModel = "en", "bm25"
	at := filepath.Join(dir, "bleve")
	x, err := bleve.NewUsing(at, m, scorch.Name, scorch.Name, nil)
	if err != nil {
		return nil, err
	}
	return &bleveIndex{dir: at, x: x, k: s.k}, nil
}

func (b *bleveIndex) add(_ context.Context, turns []synth.Turn) error {
	all := b.x.NewBatch()
	for _, t := range turns {
		if err := all.Index(strconv.Itoa(b.n), map[string]string{"text": t.Text}); err != nil {
			return err
		}
		b.n++
	}
	return b.x.Batch(all)
}

func (b *bleveIndex) finish(context.Context) (built, error) {
	size, err := sizeOf(b.dir)
	return built{name: "bleve", bytes: size}, err
}

func (b *bleveIndex) subjects() []subject {
	return []subject{{"bleve", func(ctx context.Context, question string) error {
		q := bleve.NewMatchQuery(question)
		q.SetField("text")
		_, err := b.x.SearchInContext(ctx, bleve.NewSearchRequestOptions(q, b.k, 0, false))
		return err
	}}}
}

func (b *bleveIndex) close() error { return b.x.Close() }

// fts5Index is SQLite FTS5 with the Porter stemmer, without a copy of the text,
// merged into one b-tree.
type fts5Index struct {
	path string
	db   *sql.DB
	n    int
	k    int
}

func newFTS5(_ context.Context, dir string, s settings) (builder, error) {
	path := filepath.Join(dir, "fts5.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	_, err = db.Exec(`pragma synchronous = off; pragma cache_size = -262144;
		create virtual table t using fts5(text, content = '', tokenize = 'porter unicode61')`)
	return &fts5Index{path: path, db: db, k: s.k}, err
}

func (f *fts5Index) add(ctx context.Context, turns []synth.Turn) error {
	tx, err := f.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for _, t := range turns {
		f.n++
		if _, err := tx.Exec(`insert into t(rowid, text) values(?, ?)`, f.n, t.Text); err != nil {
			return fmt.Errorf("%w, %w", err, tx.Rollback())
		}
	}
	return tx.Commit()
}

func (f *fts5Index) finish(ctx context.Context) (built, error) {
	if _, err := f.db.ExecContext(ctx, `insert into t(t) values('optimize')`); err != nil {
		return built{}, err
	}
	size, err := sizeOf(f.path)
	return built{name: "FTS5", bytes: size}, err
}

func (f *fts5Index) subjects() []subject { return []subject{{"FTS5", f.ask}} }

// ask leaves the question's function words out, as the two others do.
func (f *fts5Index) ask(ctx context.Context, question string) error {
	var words []string
	for _, t := range lang.Tokens(question) {
		if !t.Stop {
			words = append(words, `"`+strings.ReplaceAll(t.Exact, `"`, `""`)+`"`)
		}
	}
	rows, err := f.db.QueryContext(ctx, `select rowid from t where t match ? order by bm25(t) limit ?`, strings.Join(words, " OR "), f.k)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (f *fts5Index) close() error { return f.db.Close() }

// sizeOf adds up the files below a path.
func sizeOf(path string) (int64, error) {
	sum := int64(0)
	err := filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			sum += info.Size()
		}
		return err
	})
	return sum, err
}
