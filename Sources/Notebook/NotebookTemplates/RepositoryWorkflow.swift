import NotebookDocument

/// The workflow of a repository of notebooks: what GitHub Actions does after each push.
package enum RepositoryWorkflow {
  /// The workflow's path from the repository's root.
  package static let path = ".github/workflows/notebooks.yml"

  /// What a job runs in when no image is named: the one that a variable of the repository names.
  private static let variable = "${{ vars.GIMBAL_IMAGE }}"

  /// The workflow's YAML.
  ///
  /// The notebooks are looked for when the workflow runs, so that a new one needs no change of it: Markdown files whose front
  /// matter has the key “notebook”.
  ///
  /// - Parameters:
  ///   - folder: The notebooks' folder, from the repository's root.
  ///   - image: The container image that has Gimbal; nil takes the repository's variable `GIMBAL_IMAGE`.
  package static func text(folder: String = ".", image: String? = nil) -> String {
    let setUp =
      image == nil
      ? "\n# - Settings → Secrets and variables → Actions → Variables: GIMBAL_IMAGE is the image that has Gimbal." : ""
    return """
      # Runs the notebooks after each push, keeps their reports, and publishes the book of them.
      #
      # Before the first run:\(setUp)
      # - Settings → Pages → Source: GitHub Actions. Until then the last job fails, and only that one.
      # - “gimbal check NOTEBOOK --accept” for each notebook, and commit what it writes to plots/.
      name: Notebooks

      on:
        push:
        pull_request:
        workflow_dispatch:

      permissions:
        contents: read

      # A newer push makes an older run superfluous; one that publishes is not stopped half way.
      concurrency:
        group: notebooks-${{ github.ref }}
        cancel-in-progress: ${{ github.ref_name != github.event.repository.default_branch }}

      env:
        NOTEBOOKS: \(ParameterValue.text(folder).json)

      jobs:
        notebooks:
          runs-on: ubuntu-latest
          container:
            image: \(ParameterValue.text(image ?? variable).json)
            # The runner's folders belong to another user than the image's.
            options: --user root
          env:
            GIMBAL_CACHE: ${{ github.workspace }}/.gimbal-cache
          defaults:
            run:
              shell: bash
          steps:
            - uses: actions/checkout@v4

            # Compiled cells: what has not changed is not compiled again.
            - uses: actions/cache@v4
              with:
                path: .gimbal-cache
                key: cells-${{ runner.os }}-${{ github.sha }}
                restore-keys: cells-${{ runner.os }}-

            - name: Find the notebooks
              run: |
                find "$NOTEBOOKS" -name '*.md' -not -path '*/.*/*' -not -path '*/plots/*' -print0 | sort -z |
                  xargs -0 -r awk 'FNR == 1 { inside = /^---[ \\t\\r]*$/; next }
                    inside && /^---[ \\t\\r]*$/ { inside = 0 }
                    inside && /^notebook:/ { print FILENAME; inside = 0 }' >"$RUNNER_TEMP/notebooks"
                cat "$RUNNER_TEMP/notebooks"
                test -s "$RUNNER_TEMP/notebooks" || { echo "::error::There is no notebook in $NOTEBOOKS."; exit 1; }

            - name: Check
              run: xargs -a "$RUNNER_TEMP/notebooks" -d '\\n' gimbal check --strict

            # Also where the check found something: the report shows what.
            - name: Reports
              if: ${{ !cancelled() }}
              run: xargs -a "$RUNNER_TEMP/notebooks" -d '\\n' gimbal run --quiet --keep-going --output "$RUNNER_TEMP/reports"

            - uses: actions/upload-artifact@v4
              if: ${{ !cancelled() }}
              with:
                name: reports
                path: ${{ runner.temp }}/reports

            - name: Book
              if: ${{ github.event_name != 'pull_request' && github.ref_name == github.event.repository.default_branch }}
              run: gimbal book "$NOTEBOOKS" --output "$RUNNER_TEMP/book"

            - uses: actions/upload-pages-artifact@v3
              if: ${{ github.event_name != 'pull_request' && github.ref_name == github.event.repository.default_branch }}
              with:
                path: ${{ runner.temp }}/book

        publish:
          needs: notebooks
          if: ${{ github.event_name != 'pull_request' && github.ref_name == github.event.repository.default_branch }}
          runs-on: ubuntu-latest
          permissions:
            pages: write
            id-token: write
          environment:
            name: github-pages
            url: ${{ steps.pages.outputs.page_url }}
          steps:
            - uses: actions/deploy-pages@v4
              id: pages

      """
  }
}
