;;; emacs.el --- Emacs with eglot on a notebook: what it shows, and how long it takes  -*- lexical-binding: t -*-

;; emacs -Q --batch -l emacs.el, with GIMBAL, FOLDER (made by scenario.py), SETUP and EDITS in the environment.

(require 'package)
;; Where Debian puts packages of Emacs's.
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(require 'json)
(require 'cl-lib)
(require 'eglot)
(require 'markdown-mode)

(defvar trial-gimbal (getenv "GIMBAL"))
(defvar trial-folder (getenv "FOLDER"))
(defvar trial-edits (string-to-number (or (getenv "EDITS") "200")))
(defvar trial-failures 0)

(defun trial-check (name holds &optional detail)
  (princ (format "%sEmacs: %s%s\n" (if holds "ok    " "FAILS ") name (if detail (format ": %s" detail) "")))
  (unless holds (cl-incf trial-failures)))

;; The set-up of docs/editors.md, as it stands there, with this program in the place of the installed one.
(with-temp-buffer
  (insert-file-contents (getenv "SETUP"))
  (goto-char (point-min))
  (while (search-forward "\"gimbal\"" nil t) (replace-match (format "%S" trial-gimbal) t t))
  (eval-buffer))
(setq eglot-sync-connect 60 eglot-autoshutdown t eglot-confirm-server-initiated-edits nil
      make-backup-files nil auto-save-default nil create-lockfiles nil eglot-events-buffer-size 0)

(defun trial-until (what seconds)
  (let ((end (+ (float-time) seconds)) found)
    (while (and (not (setq found (funcall what))) (< (float-time) end))
      (accept-process-output nil 0.002))
    found))

(defun trial-open (name)
  (find-file (expand-file-name name trial-folder))
  ;; A batch Emacs takes no commands, after which eglot would start.
  (run-hooks 'post-command-hook)
  (trial-check (format "eglot starts the server for %s" name) (trial-until #'eglot-current-server 30))
  (flymake-mode 1)
  (current-buffer))

(defun trial-shown ()
  "Line and column from 0, severity, and the first line of each message."
  (sort
   (cl-loop for d in (flymake-diagnostics)
            for kind = (flymake-diagnostic-type d)
            for severity = (cond ((memq kind '(:error eglot-error)) 1) ((memq kind '(:warning eglot-warning)) 2) (t 3))
            for lsp = (cdr (assoc 'eglot-lsp-diag (flymake-diagnostic-data d)))
            unless (equal (plist-get lsp :severity) 4)
            collect (save-excursion
                      (goto-char (flymake-diagnostic-beg d))
                      (list (1- (line-number-at-pos))
                            (length (encode-coding-string (buffer-substring (line-beginning-position) (point)) 'utf-8))
                            severity
                            (string-remove-prefix "gimbal: " (car (split-string (flymake-diagnostic-text d) "\n"))))))
   (lambda (a b) (or (< (car a) (car b)) (and (= (car a) (car b)) (< (cadr a) (cadr b)))))))

(defun trial-report (name times)
  (let* ((sorted (sort (copy-sequence times) #'<)) (median (nth (/ (length sorted) 2) sorted)))
    (princ (format "      Emacs: %s: median %.0f ms, worst %.0f ms of %d\n" name median (car (last sorted)) (length sorted)))
    median))

(defun trial-ms (start) (* 1000 (- (float-time) start)))

(let* ((json-array-type 'list) (json-object-type 'alist) (json-key-type 'string)
       (expected (json-read-file (expand-file-name "expected.json" trial-folder)))
       (done
        ;; 1. The messages of a run.
        (dolist (name '("broken.md" "trial.md"))
          (let ((wanted (cdr (assoc name expected))))
            (trial-open name)
            (trial-until (lambda () (equal (trial-shown) wanted)) 30)
            (let ((shown (trial-shown)))
              (trial-check (format "the messages of gimbal run on %s, place by place" name) (equal shown wanted)
                           (if (equal shown wanted) (format "%d messages" (length shown)) (format "%S\n%S" shown wanted))))))))
  ;; 2. Completion, hover and rename, through eglot's own functions.
  (goto-char (point-min))
  (search-forward "trace.time")
  (let* ((found (eglot-completion-at-point))
         (table (nth 2 found))
         (all (all-completions "" table)))
    (trial-check "completion after “trace.time”" (member "timestamps" (mapcar #'substring-no-properties all))))
  (goto-char (point-min))
  (search-forward "let trac")
  (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (trial-check "hover on “trace”" (string-match-p "Trace" (format "%S" hover))))
  (goto-char (point-min))
  (search-forward "let samp")
  (eglot-rename "recorded")
  (let ((text (buffer-string)))
    (trial-check "rename across cells"
                 (cl-every (lambda (part) (string-search part text))
                           '("let recorded = trace" "recorded * 2" "String = recorded" "print(recorded,"))))
  (set-buffer-modified-p nil))

;; 3. Times on the flagship.
(let ((buffer (trial-open "flagship.md")) place times)
  (goto-char (point-max))
  (re-search-backward "^```$" nil nil 2)
  (beginning-of-line)
  (setq place (point))
  (insert "unknown0\n")
  (cl-flet ((seen (name) (cl-some (lambda (d) (string-search name (flymake-diagnostic-text d))) (flymake-diagnostics))))
    (eglot--signal-textDocument/didChange)
    (trial-until (lambda () (seen "unknown0")) 60)
    (dotimes (edit trial-edits)
      (let ((name (format "unknown%d" (1+ edit))) (start (float-time)))
        (goto-char place)
        (delete-region place (line-end-position))
        (insert name)
        (eglot--signal-textDocument/didChange)
        (if (trial-until (lambda () (seen name)) 20) (push (trial-ms start) times)
          (trial-check (format "a message after edit %d" edit) nil))))
    (trial-check "diagnostics within 0.3 s (median)" (<= (trial-report "diagnostics after the last key" times) 300)))
  (cl-flet ((timed (name method content column)
              (goto-char place)
              (delete-region place (line-end-position))
              (insert content)
              (eglot--signal-textDocument/didChange)
              (goto-char (+ place column))
              (jsonrpc-request (eglot-current-server) method (eglot--TextDocumentPositionParams))
              (let (all)
                (dotimes (_ trial-edits)
                  (let ((start (float-time)))
                    (jsonrpc-request (eglot-current-server) method (eglot--TextDocumentPositionParams))
                    (push (trial-ms start) all)))
                (trial-check (format "%s within 100 ms (median)" name) (<= (trial-report name all) 100)))))
    (timed "completion" :textDocument/completion "trace." 6)
    (timed "hover" :textDocument/hover "print(trace)" 8))
  (set-buffer-modified-p nil))

(princ (format "Emacs: %d failures\n" trial-failures))
(kill-emacs (min trial-failures 1))
;;; emacs.el ends here
